/** What this browser remembers. Storage may be forbidden: then nothing is remembered, and nothing breaks. */

export function recall(store: () => Storage, key: string): string | null {
  try {
    return store().getItem(key);
  } catch {
    return null;
  }
}

export function remember(store: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) store().removeItem(key);
    else store().setItem(key, value);
  } catch {
    // a full or forbidden storage costs a convenience, never the page
  }
}

export const tab = (): Storage => sessionStorage;
export const browser = (): Storage => localStorage;

/** Whether something numbered is newer than what this tab has shown of its kind; it counts as shown now. */
export function isNews(kind: string, sequence: string | null): boolean {
  if (sequence === null) return false;
  const key = `contrecoup.seen.${location.pathname}.${kind}`;
  if (recall(tab, key) === sequence) return false;
  remember(tab, key, sequence);
  return true;
}

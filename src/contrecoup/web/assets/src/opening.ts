/**
 * The first request of a page's stream. Whatever befalls a stream later, its extension mends; the request that
 * opens it is a plain one, which would be given up, or put what a server in trouble answers in the page's
 * place. Here it is made again, less and less often, until there is a stream.
 */

import htmx from "htmx.org";

interface Opening {
  sourceElement: Element;
  response?: { raw: Response };
}

type Told = CustomEvent<{ ctx?: Opening }>;

/** Told on the page's main part whenever its stream couldn't be opened. */
export const FAILED = "contrecoup:stream:failed";

const STREAM = "hx-sse:connect";
const FIRST_MS = 500;
const MOST_MS = 5000;
/** Share by which pages that were cut off together come back apart. */
const JITTER = 0.3;
export const CLOSED = 401;

let attempt = 0;
let timer = 0;
let waiting: Element | null = null;

/** Whether a stream that never began is waited for. */
export const isWaiting = (): boolean => waiting !== null;

/** Ask for the stream that is waited for now. */
export function openNow(): void {
  clearTimeout(timer);
  const element = waiting;
  waiting = null;
  const address = element?.getAttribute(STREAM);
  if (element?.isConnected && address) void htmx.ajax("GET", address, { source: element });
}

function later(element: Element): void {
  const delay = Math.min(FIRST_MS * 2 ** attempt, MOST_MS);
  attempt += 1;
  waiting = element;
  clearTimeout(timer);
  timer = setTimeout(openNow, delay * (1 + (Math.random() * 2 - 1) * JITTER));
  element.dispatchEvent(new CustomEvent(FAILED, { bubbles: true }));
}

const openingOf = (event: Event): Opening | null => {
  const { ctx } = (event as Told).detail;
  return ctx?.sourceElement.hasAttribute(STREAM) ? ctx : null;
};

document.addEventListener("htmx:before:response", (event) => {
  const opening = openingOf(event);
  if (!opening?.response) return;
  event.preventDefault(); // what comes in a stream's place is no part of the page
  void opening.response.raw.body?.cancel();
  // the seat was closed: the page itself says so
  if (opening.response.raw.status === CLOSED) location.reload();
  else later(opening.sourceElement);
});
document.addEventListener("htmx:error", (event) => {
  const opening = openingOf(event);
  if (opening) later(opening.sourceElement);
});
document.addEventListener("htmx:sse:after:connection", () => {
  attempt = 0;
});

/**
 * What is half typed outlives a morph, a lost connection and a reload: forms with `data-keep` are kept in
 * this tab until they are sent. Fields with `data-secret` are not kept. Numbers of dice (`data-typed`) belong
 * to one throw, which scene and turn name: they come back with it, and never into another.
 */

import { recall, remember, tab } from "./memory";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = "input:not([type=hidden], [type=password], [type=file], [data-secret]), textarea:not([data-secret]), select";

const sent = (form: HTMLFormElement, name: string): string =>
  form.querySelector<HTMLInputElement>(`input[type=hidden][name=${name}]`)?.value ?? "";

const throwOf = (form: HTMLFormElement): string =>
  form.hasAttribute("data-typed") ? `.${sent(form, "scene")}.${sent(form, "turn")}` : "";

const keyOf = (form: HTMLFormElement): string =>
  `contrecoup.draft.${location.pathname}.${form.id}${throwOf(form)}`;

const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.querySelectorAll<Field>(FIELDS)].filter((field) => field.name !== "");

const isTicked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");

const nameOf = (field: Field): string => (isTicked(field) ? `${field.name}=${field.value}` : field.name);

function keep(form: HTMLFormElement): void {
  const typed = fieldsOf(form).map((field) => [nameOf(field), isTicked(field) ? field.checked : field.value]);
  remember(tab, keyOf(form), JSON.stringify(Object.fromEntries(typed)));
}

function restore(form: HTMLFormElement): void {
  const kept = recall(tab, keyOf(form));
  if (kept === null) return;
  const typed = JSON.parse(kept) as Record<string, string | boolean>;
  for (const field of fieldsOf(form)) {
    const value = typed[nameOf(field)];
    if (isTicked(field)) field.checked = typeof value === "boolean" ? value : field.checked;
    else if (typeof value === "string") field.value = value;
  }
}

/** Under which key each form that is shown was last filled in. */
const shown = new WeakMap<HTMLFormElement, string>();

function fill(form: HTMLFormElement): void {
  const key = keyOf(form);
  if (shown.get(form) === key) return;
  // the same fields, but of another throw
  if (shown.has(form)) for (const field of fieldsOf(form)) if (!isTicked(field)) field.value = initial(field);
  shown.set(form, key);
  restore(form);
}

const initial = (field: Field): string => (field instanceof HTMLSelectElement ? field.value : field.defaultValue);

const kept = (target: EventTarget | null): HTMLFormElement | null =>
  target instanceof Element ? target.closest<HTMLFormElement>("form[data-keep][id]") : null;

document.addEventListener("input", (event) => {
  const form = kept(event.target);
  if (form) keep(form);
});
document.addEventListener("submit", (event) => {
  const form = kept(event.target);
  // a form that is sent by a script may fail on the way: it is let go when it has arrived
  if (form && !event.defaultPrevented) remember(tab, keyOf(form), null);
});
document.addEventListener("htmx:after:request", (event) => {
  const form = kept(event.target);
  const { ctx } = (event as CustomEvent<{ ctx?: { response?: { status: number } } }>).detail;
  // what has arrived is done with: the form is empty for the next
  if (form && ctx?.response && ctx.response.status < 400) form.reset();
});
document.addEventListener("reset", (event) => {
  const form = kept(event.target);
  if (form) remember(tab, keyOf(form), null);
});

const fillAll = (): void => document.querySelectorAll<HTMLFormElement>("form[data-keep][id]").forEach(fill);
document.addEventListener("htmx:after:swap", fillAll);
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", fillAll);
else fillAll();

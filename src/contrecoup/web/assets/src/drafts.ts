/**
 * What is half typed outlives a morph, a lost connection and a reload: forms with `data-keep` are kept in
 * this tab until they are sent. Fields with `data-secret` are not kept.
 */

import { recall, remember, tab } from "./memory";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = "input:not([type=hidden], [type=password], [type=file], [data-secret]), textarea:not([data-secret]), select";

const keyOf = (form: HTMLFormElement): string => `contrecoup.draft.${location.pathname}.${form.id}`;

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
  if (form && ctx?.response && ctx.response.status < 400) remember(tab, keyOf(form), null);
});
document.addEventListener("reset", (event) => {
  const form = kept(event.target);
  if (form) remember(tab, keyOf(form), null);
});

const restoreAll = (): void => document.querySelectorAll<HTMLFormElement>("form[data-keep][id]").forEach(restore);
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", restoreAll);
else restoreAll();

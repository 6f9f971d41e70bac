/** Numbers of dice are typed one after the other: Enter or a space goes on, Enter in the last one sends. */

document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (!(field instanceof HTMLInputElement) || !(event.key === "Enter" || event.key === " ")) return;
  const form = field.closest<HTMLFormElement>("form[data-typed]");
  if (!form || event.isComposing) return;
  const fields = [...form.querySelectorAll<HTMLInputElement>("input[inputmode=numeric]")];
  const next = fields[fields.indexOf(field) + 1];
  if (next) {
    event.preventDefault();
    next.focus();
    next.select();
  } else if (event.key === " ") {
    event.preventDefault();
  }
});

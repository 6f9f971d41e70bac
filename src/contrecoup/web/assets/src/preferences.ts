/** The theme changes at once; the form that holds the buttons tells the server, which remembers it. */

document.addEventListener("click", (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>("button[name=theme]");
  if (!button) return;
  const root = document.documentElement;
  if (button.value === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = button.value;
  for (const each of document.querySelectorAll<HTMLButtonElement>("button[name=theme]")) {
    each.setAttribute("aria-pressed", String(each.value === button.value));
  }
});

/** `command="show-modal" commandfor="id"` on buttons, for browsers that don't know it yet. */

if (!("commandForElement" in HTMLButtonElement.prototype)) {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("button[commandfor]");
    const dialog = button && document.getElementById(button.getAttribute("commandfor") ?? "");
    if (!(dialog instanceof HTMLDialogElement)) return;
    if (button?.getAttribute("command") === "show-modal") dialog.showModal();
    else dialog.close();
  });
}

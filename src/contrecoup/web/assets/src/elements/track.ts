import { isStill } from "../motion";

/** `<cc-track now="3">`: a change of `now` shows for a moment on the pips that it touches. */
class Track extends HTMLElement {
  static observedAttributes = ["now"];

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before === null || after === null || before === after || isStill()) return;
    const [low, high] = [Number(before), Number(after)].sort((a, b) => a - b) as [number, number];
    // a morph changes attributes before children
    requestAnimationFrame(() => this.flash(low, high));
  }

  private flash(low: number, high: number): void {
    for (const pip of [...this.querySelectorAll(".pip")].slice(low, high)) {
      pip.classList.add("is-new");
      pip.addEventListener("animationend", () => pip.classList.remove("is-new"), { once: true });
    }
  }
}

customElements.define("cc-track", Track);

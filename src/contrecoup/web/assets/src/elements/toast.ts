const SHOWN_MS = 8000;

/** `<cc-toast>` goes by itself after a while, not while it is pointed at or holds the focus. */
class Toast extends HTMLElement {
  private timer = 0;

  connectedCallback(): void {
    this.querySelector("button")?.addEventListener("click", () => this.remove());
    this.addEventListener("pointerenter", () => clearTimeout(this.timer));
    this.addEventListener("pointerleave", () => this.wait());
    this.addEventListener("focusin", () => clearTimeout(this.timer));
    this.addEventListener("focusout", () => this.wait());
    this.wait();
  }

  disconnectedCallback(): void {
    clearTimeout(this.timer);
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.remove(), SHOWN_MS);
  }
}

customElements.define("cc-toast", Toast);

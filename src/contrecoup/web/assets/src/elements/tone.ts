import { isNews } from "../memory";
import { sound, type Tone } from "./sound";

/** `<cc-tone kind="turn" of="12">`: heard once a number, when it comes into the page or its number changes. */
class ToneMark extends HTMLElement {
  static observedAttributes = ["of"];

  connectedCallback(): void {
    this.hear();
  }

  attributeChangedCallback(_name: string, before: string | null): void {
    if (before !== null) this.hear();
  }

  private hear(): void {
    const kind = this.getAttribute("kind") as Tone;
    if (isNews(`tone.${kind}`, this.getAttribute("of"))) sound(kind);
  }
}

customElements.define("cc-tone", ToneMark);

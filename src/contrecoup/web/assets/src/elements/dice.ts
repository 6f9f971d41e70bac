import { isNews } from "../memory";
import { isStill, pause } from "../motion";
import { sound } from "./sound";

const TUMBLES = 9;
const TUMBLE_MS = 45;

/**
 * `<cc-dice throw="12">`: the faces tumble once for each throw, an ace's next face after the ace.
 * What they show is in the page already, and once more as a sentence for those who hear it.
 */
class Dice extends HTMLElement {
  static observedAttributes = ["throw"];
  private running = 0;

  connectedCallback(): void {
    this.show();
  }

  attributeChangedCallback(_name: string, before: string | null): void {
    if (before !== null) requestAnimationFrame(() => this.show());
  }

  private show(): void {
    if (!isNews("throw", this.getAttribute("throw"))) return;
    sound("dice");
    this.settle();
    if (!isStill()) void this.tumble();
  }

  /** What still tumbles from the throw before stops, and every face shows what was thrown. */
  private settle(): void {
    this.running++;
    this.removeAttribute("data-tumbling");
    this.querySelectorAll<HTMLElement>(".face").forEach(rest);
  }

  private async tumble(): Promise<void> {
    const run = this.running;
    const dice = [...this.querySelectorAll<HTMLElement>(".die")];
    this.setAttribute("data-tumbling", "");
    await Promise.all(dice.map((die, place) => this.throwOne(die, place, () => run === this.running)));
    if (run === this.running) this.removeAttribute("data-tumbling");
  }

  private async throwOne(die: HTMLElement, place: number, isCurrent: () => boolean): Promise<void> {
    const sides = Number(die.dataset["sides"]);
    const faces = [...die.querySelectorAll<HTMLElement>(".face")];
    for (const face of faces) face.classList.add("is-waiting");
    await pause(place * TUMBLE_MS * 2);
    for (const face of faces) {
      face.classList.replace("is-waiting", "is-tumbling");
      await roll(face, sides, isCurrent);
    }
    for (const face of faces) face.classList.remove("is-waiting");
  }
}

/** Other faces flicker past, then the one that was thrown. */
async function roll(face: HTMLElement, sides: number, isCurrent: () => boolean): Promise<void> {
  const shown = face.querySelector(".face-number");
  if (!shown) return;
  for (let turn = 0; turn < TUMBLES && isCurrent(); turn++) {
    shown.textContent = String(1 + Math.floor(Math.random() * sides));
    await pause(TUMBLE_MS + turn * 6);
  }
  if (isCurrent()) rest(face);
}

function rest(face: HTMLElement): void {
  const shown = face.querySelector(".face-number");
  if (shown) shown.textContent = face.dataset["face"] ?? "";
  face.classList.remove("is-waiting", "is-tumbling");
}

customElements.define("cc-dice", Dice);

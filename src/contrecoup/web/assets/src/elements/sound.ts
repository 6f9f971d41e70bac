import { browser, recall, remember } from "../memory";

const KEY = "contrecoup.sound";

/** Two short notes each, in hertz, and how long a phone trembles, in milliseconds. */
const TONES = {
  dice: { notes: [330, 262], tremble: [20] },
  turn: { notes: [523, 784], tremble: [60, 40, 60] },
  end: { notes: [392, 523], tremble: [120] },
} as const;

export type Tone = keyof typeof TONES;

let audio: AudioContext | undefined;

const isOn = (): boolean => recall(browser, KEY) !== "off";

/** Play a tone and let the phone tremble, unless this viewer has turned it off or has not touched the page. */
export function sound(tone: Tone): void {
  if (!isOn() || !navigator.userActivation.hasBeenActive) return;
  navigator.vibrate?.([...TONES[tone].tremble]);
  audio ??= new AudioContext();
  const context = audio;
  TONES[tone].notes.forEach((note, place) => play(context, note, context.currentTime + place * 0.09));
}

function play(context: AudioContext, note: number, start: number): void {
  const voice = context.createOscillator();
  const loudness = context.createGain();
  voice.type = "triangle";
  voice.frequency.value = note;
  loudness.gain.setValueAtTime(0.0001, start);
  loudness.gain.exponentialRampToValueAtTime(0.12, start + 0.01);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.16);
  voice.connect(loudness).connect(context.destination);
  voice.start(start);
  voice.stop(start + 0.18);
}

/** `<cc-sound>` holds the switch; this browser remembers it. Without scripts it stays hidden, as there is no sound. */
class SoundSwitch extends HTMLElement {
  private readonly press = (): void => {
    remember(browser, KEY, isOn() ? "off" : null);
    for (const each of document.querySelectorAll<SoundSwitch>("cc-sound")) each.show();
    sound("turn");
  };

  connectedCallback(): void {
    this.hidden = false;
    this.button?.addEventListener("click", this.press);
    this.show();
  }

  disconnectedCallback(): void {
    this.button?.removeEventListener("click", this.press);
  }

  show(): void {
    this.button?.setAttribute("aria-pressed", String(isOn()));
  }

  private get button(): HTMLButtonElement | null {
    return this.querySelector("button");
  }
}

customElements.define("cc-sound", SoundSwitch);

/** The banner that says that the page is out of touch, fed by the stream's events and the network's. */

import { CLOSED, FAILED, isWaiting, openNow } from "./opening";

/** What the stream's extension tells of its connection; it waits or reads, or neither while it connects. */
interface Connection {
  attempt: number;
  reader: ReadableStreamDefaultReader | null;
  delayCanceller: (() => void) | null;
}

const PATIENCE_MS = 600;
let stream: Connection | null = null;
let timer = 0;
let isLost = false;

function show(): void {
  for (const banner of document.querySelectorAll<HTMLElement>("[data-connection]")) {
    banner.hidden = !isLost;
    // a live region speaks when its content changes, not when it appears
    const text = banner.querySelector("[data-connection-text]");
    if (text) text.textContent = isLost ? (banner.dataset["connection"] ?? "") : "";
  }
}

/** Out of touch; a stream that is back within moments is nothing to speak of. */
function lose(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    isLost = true;
    show();
  }, PATIENCE_MS);
}

function regain(): void {
  clearTimeout(timer);
  isLost = false;
  show();
}

document.addEventListener(FAILED, lose);
document.addEventListener("htmx:sse:error", (event) => {
  // the seat was closed meanwhile: the page itself says so
  if ((event as CustomEvent<{ status?: number }>).detail.status === CLOSED) location.reload();
  else lose();
});
document.addEventListener("htmx:sse:before:connection", (event) => {
  const { connection } = (event as CustomEvent<{ connection: Connection }>).detail;
  stream = connection;
  // a tab in the background rests on purpose
  if (connection.attempt > 0 && !document.hidden) lose();
});
document.addEventListener("htmx:sse:after:connection", regain);
addEventListener("offline", lose);
addEventListener("online", () => {
  // A network that went may have left a stream behind that only seems to live, and one that is waited for
  // need not be: either way it is asked for anew, and its own events say when it is back.
  if (isWaiting()) openNow();
  else if (stream?.delayCanceller) stream.delayCanceller();
  else if (stream?.reader) void stream.reader.cancel();
  else if (!stream) regain();
});
// the seat was closed or has another link: what is shown belongs to nobody any more
document.addEventListener("out", () => location.reload());

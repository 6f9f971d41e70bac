/** Everything that the browser runs. Pages work without it, live updates aside. */

import "htmx.org";
import "htmx.org/dist/ext/hx-sse.js";
import "./connection";
import "./dialogs";
import "./drafts";
import "./elements/dice";
import "./elements/sound";
import "./elements/toast";
import "./elements/tone";
import "./elements/track";
import "./preferences";
import "./typed";

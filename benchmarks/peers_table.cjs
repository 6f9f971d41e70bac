// boardgame.io's own server, and viewers of its tables: what benchmarks/table.py measures ours against.
//
//   node peers_table.cjs server PORT
//   node peers_table.cjs viewers PORT TABLES VIEWERS SECONDS
//
// An intrusion in small: each move throws a die and an opposing one, moves markers and writes a line; who is
// no game master doesn't see the opposition's rating nor hidden lines. Viewers are bare sockets, which costs
// boardgame.io less than its own client, that plays every move a second time in every browser.
const { performance } = require("node:perf_hooks");

const MARKERS = 8;
const LINES = 40;

const said = (G, line) => {
  G.lines.push(line);
  if (G.lines.length > LINES) G.lines.shift();
};

const Intrusion = {
  name: "intrusion",
  setup: () => ({
    round: 1,
    hacker: { name: "Fast Joe", left: MARKERS, most: MARKERS },
    system: { name: "Horizon front desk", left: MARKERS, most: MARKERS },
    alert: false,
    backdoor: false,
    secret: { ice: "d8", notes: ["spider after the third round"] },
    lines: [],
  }),
  playerView: ({ G, playerID }) => {
    if (playerID === "0") return G;
    const { secret, ...open } = G;
    return { ...open, lines: G.lines.filter((line) => !line.hidden) };
  },
  moves: {
    attack: ({ G, random }) => {
      const [own, wild, ice] = [random.D8(), random.D6(), random.D8()];
      const best = Math.max(own, wild);
      const marks = best >= 4 ? 1 + Math.floor((best - 4) / 4) : 0;
      said(G, { seat: "hacker", dice: [own, wild], text: `Total ${best} against 4. Marks: ${marks}.` });
      G.system.left -= marks;
      if (ice >= 4) G.hacker.left -= 1;
      said(G, { seat: "system", dice: [ice], text: `Total ${ice} against 4.`, hidden: G.round % 5 === 0 });
      if (own === 1) G.alert = true;
      if (ice === 1) G.backdoor = true;
      G.round += 1;
      if (G.system.left <= 0 || G.hacker.left <= 0) {
        said(G, { seat: "", dice: [], text: "The scene is over; another one begins." });
        G.system.left = MARKERS;
        G.hacker.left = MARKERS;
        G.round = 1;
      }
    },
  },
  turn: { activePlayers: { all: "" } },
};

const used = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const serve = async (port) => {
  const { Server, Origins } = require("boardgame.io/server");
  const server = Server({ games: [Intrusion], origins: [Origins.LOCALHOST] });
  const info = console.info;
  console.info = () => {};
  await server.run(port);
  console.info = info;
  process.stdout.write("ready\n");
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", () => {
    process.stdout.write(`${JSON.stringify({ cpu: used(), rss: process.memoryUsage.rss() })}\n`);
  });
};

class Table {
  constructor(io, port, id, viewers) {
    this.id = `table${id}`;
    this.state = 0;
    this.missing = viewers;
    this.sockets = [];
    this.viewers = viewers;
    this.seen = new Array(viewers).fill(-1);
    for (let place = 0; place < viewers; place += 1) {
      const socket = io(`http://127.0.0.1:${port}/intrusion`, { transports: ["websocket"], forceNew: true });
      this.sockets.push(socket);
    }
  }

  // a viewer's place is its player's number; the last two watch
  player(place) {
    return place < 3 ? String(place) : null;
  }

  open(done) {
    let synced = 0;
    this.sockets.forEach((socket, place) => {
      socket.on("connect", () => socket.emit("sync", this.id, this.player(place), undefined, 3));
      socket.on("sync", (_, info) => {
        this.state = info.state._stateID;
        synced += 1;
        if (synced === this.viewers) done();
      });
      socket.on("update", (_, state) => this.take(place, state._stateID));
    });
  }

  take(place, state) {
    this.seen[place] = state;
    if (state !== this.state + 1) return;
    this.missing -= 1;
    if (this.missing === 0) {
      this.state += 1;
      this.moved();
    }
  }

  move() {
    this.missing = this.viewers;
    const payload = { type: "attack", args: [], playerID: "1", credentials: undefined };
    this.sockets[1].emit("update", { type: "MAKE_MOVE", payload }, this.state, this.id, "1");
  }
}

const view = async (port, tables, viewers, seconds) => {
  const { io } = require("socket.io-client");
  const all = Array.from({ length: tables }, (_, id) => new Table(io, port, id, viewers));
  await Promise.all(all.map((table) => new Promise((done) => table.open(done))));
  process.stdout.write("ready\n");
  await new Promise((go) => process.stdin.once("data", go));
  const before = used();
  const start = performance.now();
  let moves = 0;
  const ends = all.map(
    (table) =>
      new Promise((done) => {
        table.moved = () => {
          moves += 1;
          if (performance.now() - start < seconds * 1000) table.move();
          else done();
        };
        table.move();
      }),
  );
  await Promise.all(ends);
  const wall = (performance.now() - start) / 1000;
  const alike = all.every((table) => table.seen.every((state) => state === table.state));
  process.stdout.write(`${JSON.stringify({ moves, wall, cpu: used() - before, alike })}\n`);
  process.exit(0);
};

const [role, ...rest] = process.argv.slice(2);
if (role === "server") serve(Number(rest[0]));
else view(...rest.map(Number));

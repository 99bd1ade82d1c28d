import type { Page } from "playwright-core";
import { buildDashboard } from "#server/build-dashboard.ts";
import { furnish, type Places } from "./furnish.ts";
import { report } from "#test/bench/report.ts";
import { REQUESTS } from "./first-load.ts";
import { addressOf, isPublic, type Room, ROOMS } from "./rooms.ts";
import { openOwnWorkspace, type Workspace } from "./world.ts";

/*
 * `npm run budget`: what the first load of every room costs on a cheap phone, and how it feels: a
 * screen 360 pixels wide, the processor slowed down four times, 1.6 Mbit/s with 150 ms there and
 * back, nothing cached. Fails above the limits, and says what moved. `-- account leads` opens the rooms
 * whose addresses contain one of these.
 */
const SLOWER = 4;
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 94_000,
};

/** The most that a room may cost. Bytes are those that travel. */
const LIMITS = {
  js_kb: 150,
  css_kb: 20,
  files: 40,
  /** Of the API; a person may make sixty a minute. */
  api: REQUESTS,
  /** First and largest thing painted, and how long typing would have hung: where web.dev's "poor" begins. */
  fcp_ms: 3_000,
  lcp_ms: 4_000,
  blocked_ms: 600,
  shift: 0.02,
  /** Pixels that stand out at the side. */
  beyond_px: 0,
} as const;
type Figures = Record<keyof typeof LIMITS, number>;

/** In the page: what was painted when, what moved, and what held the page up. */
const WATCH = `
  window.seen = { fcp: 0, lcp: 0, shift: 0, moved: [], long: [] };
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(",");
  const named = (node) =>
    (node?.nodeName ?? "?") + "." + (node?.className ?? "") + " " + (node?.textContent ?? "").slice(0, 40);
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch("paint", ({ name, startTime }) => { if (name === "first-contentful-paint") seen.fcp = startTime; });
  watch("largest-contentful-paint", ({ startTime }) => { seen.lcp = startTime; });
  watch("layout-shift", ({ value, hadRecentInput, startTime, sources }) => {
    if (hadRecentInput) return;
    seen.shift += value;
    for (const { node, previousRect: from, currentRect: to } of sources)
      seen.moved.push(
        [Math.round(startTime), "ms", value.toFixed(3), named(node), place(from), "to", place(to)].join(" "),
      );
  });
  watch("longtask", ({ startTime, duration }) => { seen.long.push([startTime, duration]); });
`;

await buildDashboard();
const world = await openOwnWorkspace({ TICK_SECONDS: "1" });
const rooms: Record<string, Figures> = {};
const asked = process.argv.slice(2);
const chosen = ROOMS.filter(
  (room) => asked.length === 0 || asked.some((part) => room.includes(part)),
);
try {
  const places = await furnish(world);
  for (const room of chosen) {
    rooms[room] = await firstLoad(world, places, room);
  }
} finally {
  await world.stop();
}
console.table(rooms);
// Its own keys.
const names = Object.keys(LIMITS) as (keyof Figures)[];
report(
  names.map((name) => ({
    what: `dearest of ${Object.keys(rooms).length} rooms: ${name.split("_")[0]}`,
    unit: name.split("_")[1] ?? "",
    rounds: [Math.max(...Object.values(rooms).map((figures) => figures[name]))],
    aim: { most: LIMITS[name] },
  })),
);
const over = Object.entries(rooms).flatMap(([room, figures]) =>
  names
    .filter((name) => figures[name] > LIMITS[name])
    .map((name) => `${room}: ${name} ${figures[name]}, at most ${LIMITS[name]}`),
);
for (const line of over) console.error(line);
console.log(
  over.length === 0 ? "Every room keeps to its budget." : `${over.length} above the budget.`,
);
process.exitCode = over.length > 0 ? 1 : 0;

async function firstLoad(world: Workspace, places: Places, room: Room): Promise<Figures> {
  const { page, close } = await world.visit({
    look: "narrow",
    minutes: Infinity,
    ...(!isPublic(room) && { signedIn: world.operator }),
  });
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", NETWORK);
  await page.addInitScript({ content: WATCH });
  const cost = { js: 0, css: 0, files: 0, api: 0 };
  page.on("requestfinished", (request) => {
    const { pathname } = new URL(request.url());
    // The icon of the tab is public and counts against nobody's limit.
    if (pathname === "/api/v1/branding/icon") return;
    if (pathname.startsWith("/api/")) cost.api++;
    else cost.files++;
    const kind = pathname.endsWith(".js") ? "js" : pathname.endsWith(".css") ? "css" : null;
    if (!kind) return;
    void request.sizes().then(
      ({ responseBodySize }) => (cost[kind] += responseBodySize),
      () => undefined,
    );
  });
  await page.goto(addressOf(room, places));
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(1_500);
  const { fcp, lcp, shift, moved, long } = await seen(page);
  if (shift > LIMITS.shift) console.log([room, ...moved].join("\n  "));
  const beyond = Number(
    await page.evaluate(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    ),
  );
  await close();
  const blocked = long
    .filter(([at]) => at >= fcp)
    .reduce((sum, [, duration]) => sum + duration - 50, 0);
  return {
    js_kb: Math.round(cost.js / 100) / 10,
    css_kb: Math.round(cost.css / 100) / 10,
    files: cost.files,
    api: cost.api,
    fcp_ms: Math.round(fcp),
    lcp_ms: Math.round(lcp),
    blocked_ms: Math.round(blocked),
    shift: Math.round(shift * 1_000) / 1_000,
    beyond_px: beyond,
  };
}

type Seen = {
  fcp: number;
  lcp: number;
  shift: number;
  moved: string[];
  long: [at: number, duration: number][];
};

async function seen(page: Page): Promise<Seen> {
  // Written by `WATCH`.
  return (await page.evaluate("window.seen")) as Seen;
}

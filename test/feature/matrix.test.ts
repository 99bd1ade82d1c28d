import { expect, it } from "vitest";
import { HOUR_MS } from "#platform/rules/time.ts";
import type { Action } from "#platform/access/permissions.ts";
import { endpoints, hotRoutes } from "#app/endpoints.ts";
import { type CastMember, castOf, type Place, UNKNOWN_ID } from "#test/support/cast.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { SETTINGS, switchCast } from "#test/support/switch-cast.ts";
import { KINDS, type KeyMember, keyMaker, possibleFor } from "#test/support/key-cast.ts";

const PLACES: readonly Place[] = ["own", "assigned", "foreign", "unknown", "deleted"];

/** `npm run test:full -- key-scopes` tries every key with every setting at every route. */
const WHOLE = process.env["TEST_MATRIX"] === "whole";
/** Of so many keys and settings one is tried at a route in one run; `TEST_MATRIX=each` tries all that concern it. */
const TURNS = process.env["TEST_MATRIX"] === "each" ? 1 : 3;

const LEGEND = `# Who may do what

Found by real requests: every mounted route, asked by each kind of caller. A change of it is a change of who may do what, so read it as such;
\`npm test -- -u\` writes it anew. A cell has one letter for each place, in this order: the caller's own workspace, one that it was assigned to
(employee alone), a foreign one, an unknown one, a deleted one; of nobody: a foreign one, an unknown one. Routes outside workspaces have one letter.

- \`y\` let in (bodies are unreadable on purpose and records unknown, so that nothing happens)
- \`.\` 403 forbidden: the role may not
- \`w\` 403 workspace_forbidden
- \`n\` 404: there is no such workspace
- \`a\` 401 unauthenticated
`;

type Route = {
  method: string;
  path: string;
  rule: Action | "public";
  inWorkspace: boolean;
};

/** By path, so that a route that moves to another module changes nothing. */
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const ROUTES: readonly Route[] = [
  ...endpoints.map((e) => ({
    method: e.method,
    path: e.path,
    rule: e.action ?? ("public" as const),
    inWorkspace: e.scope === "workspace",
  })),
  ...hotRoutes
    .flatMap((route) => route.operations)
    .map(({ method, path }) => ({ method, path, rule: "public" as const, inWorkspace: false })),
].toSorted((a, b) => compare(a.path, b.path) || compare(a.method, b.method));

async function letter(
  t: Harness,
  route: Route,
  who: Pick<CastMember, "headers">,
  wid: number,
): Promise<string> {
  const path = route.path
    .replace(":wid", String(wid))
    .replace(/:(slug|token|provider)/g, "nobody")
    .replace(/:\w+/g, String(UNKNOWN_ID))
    .replace("*", "x");
  const writes = route.method !== "GET";
  const answer = await t.request(route.method, path, writes ? "{" : undefined, {
    ...who.headers,
    ...(writes && { "content-type": "application/json" }),
  });
  // Not by `expect`: it is asked some 30,000 times.
  if (answer.status >= 500) throw new Error(`${route.method} ${path} answered ${answer.status}`);
  switch (answer.json?.code) {
    case "unauthenticated":
      return "a";
    case "forbidden":
      return ".";
    case "workspace_forbidden":
      return "w";
    case "address_not_allowed":
      return "r";
    case "not_found":
      return answer.json.detail === "Workspace not found." ? "n" : "y";
    default:
      return "y";
  }
}

it("every route lets in whom the reviewed matrix says, in each workspace, and nobody else", async () => {
  const t = await harness();
  const cast = Object.values(await castOf(t));
  let tried = 0;
  const rows: string[][] = [["route", "action", ...cast.map((who) => who.name)]];
  for (const route of ROUTES) {
    const cells: string[] = [];
    for (const who of cast) {
      const places = PLACES.flatMap((place) => who.places[place] ?? []);
      let cell = "";
      for (const wid of route.inWorkspace ? places : [UNKNOWN_ID]) {
        cell += await letter(t, route, who, wid);
        tried++;
      }
      cells.push(cell);
    }
    rows.push([`${route.method} ${route.path}`, route.rule, ...cells]);
  }
  console.log(`${tried} requests by ${cast.length} callers`);
  await expect(`${LEGEND}\n${table(rows)}`).toMatchFileSnapshot("../spec/permission-matrix.md");
});

it("every route of the API but the public ones names its action", () => {
  const open = endpoints.filter(({ action }) => action === null);
  expect(open.filter(({ scope }) => scope !== "public")).toEqual([]);
  const guarded = /^\/api\/v1\/(workspaces|admin|mcp|api-key-scopes|threads)\b/;
  expect(open.map(({ path }) => path).filter((path) => guarded.test(path))).toEqual([]);
});

/** What a key must meet at a route: by its limits, then the workspace, then the table. */
function expected(route: Route, who: KeyMember, place: Place): string {
  if (who.always) return who.always;
  if (route.inWorkspace) {
    if (who.kind === "everywhere" && (place === "unknown" || place === "deleted")) return "n";
    if (who.kind !== "everywhere" && place !== "own") return "w";
  }
  return route.rule !== "public" && who.may(route.rule) ? "y" : ".";
}

it("attack: every route lets a key in as its scopes, kind, time and address say, and no other", async () => {
  const t = await harness({
    settings: { MAX_API_KEYS_PER_WORKSPACE: "1000", MAX_INSTALL_KEYS: "1000" },
  });
  const cast = await castOf(t);
  const make = await keyMaker(t, cast);
  // What a scope gives a client's key where the switches give all; the next test is about switches.
  const access = `/api/v1/admin/clients/${make.wid}/access`;
  await t.request("PUT", access, { preset: "manager" }, cast.superAdmin.headers);
  const everywhere: KeyMember[] = [];
  const byAction = new Map<string, KeyMember[]>();
  for (const kind of KINDS) {
    everywhere.push(await make.full(kind), await make.inside(kind));
    everywhere.push(...(await make.presets(kind)));
    for (const action of possibleFor(kind)) {
      const own = [await make.only(kind, action), await make.allBut(kind, action)];
      byAction.set(action, [...(byAction.get(action) ?? []), ...own]);
    }
  }
  const refused = (await Promise.all(KINDS.map((kind) => make.refused(kind)))).flat();
  t.advance(HOUR_MS);
  const singles = [...byAction.values()].flat();
  const places: Readonly<Partial<Record<Place, number>>> = cast.employeeKey.places;
  const wrong: string[] = [];
  let tried = 0;
  const attempt = async (route: Route, who: KeyMember, place: Place): Promise<void> => {
    const met = await letter(t, route, who, places[place] ?? UNKNOWN_ID);
    tried++;
    const due = expected(route, who, place);
    if (met !== due) {
      wrong.push(`${route.method} ${route.path} in ${place}, ${who.name}: ${met}, not ${due}`);
    }
  };
  for (const [turn, route] of ROUTES.entries()) {
    if (route.rule === "public") continue;
    const own = byAction.get(route.rule) ?? [];
    const all = [...everywhere, ...refused, ...(WHOLE ? singles : own)];
    // In turns, so that each key is tried at a part of the routes, and each route with a part of the keys.
    const some = WHOLE ? all : all.filter((_, i) => i % TURNS === turn % TURNS);
    for (const who of some) await attempt(route, who, "own");
    if (!route.inWorkspace) continue;
    for (const who of some.filter((key) => WHOLE || !refused.includes(key))) {
      for (const place of WHOLE
        ? (["foreign", "unknown", "deleted"] as const)
        : (["foreign"] as const)) {
        await attempt(route, who, place);
      }
    }
  }
  console.log(`${tried} requests by ${everywhere.length + refused.length + singles.length} keys`);
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(WHOLE ? 50_000 : 5_000);
});

it("attack: every route lets clients and their keys in as the switches of their workspace say, from the next request on", async () => {
  const t = await harness({ settings: { API_LIMIT_PER_MINUTE: "100000" } });
  const cast = await castOf(t);
  const { members, set } = await switchCast(t, cast);
  const wrong: string[] = [];
  let tried = 0;
  for (const [n, { name, body, gives, decides }] of SETTINGS.entries()) {
    await set(body);
    for (const [turn, route] of ROUTES.entries()) {
      if (route.rule === "public") continue;
      if (!WHOLE && !decides.has(route.rule) && turn % TURNS !== n % TURNS) continue;
      for (const who of members) {
        const met = await letter(t, route, who, who.wid);
        tried++;
        const due = who.may(route.rule, gives) ? "y" : ".";
        if (met !== due) {
          wrong.push(`${route.method} ${route.path}, ${name}, ${who.name}: ${met}, not ${due}`);
        }
      }
    }
  }
  // Switches open no door to a workspace.
  for (const route of ROUTES.filter(({ inWorkspace }) => inWorkspace)) {
    for (const place of ["foreign", "unknown", "deleted"] as const) {
      const met = await letter(t, route, cast.client, cast.client.places[place] ?? UNKNOWN_ID);
      tried++;
      if (met !== "w") wrong.push(`${route.method} ${route.path} in ${place}: ${met}, not w`);
    }
  }
  console.log(`${tried} requests under ${SETTINGS.length} settings of the switches`);
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(WHOLE ? 10_000 : 8_000);
});

/** A Markdown table that reads as well unrendered. */
function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |\n`;
  const [head = [], ...rest] = rows;
  return line(head) + line(widths.map((width) => "-".repeat(width))) + rest.map(line).join("");
}

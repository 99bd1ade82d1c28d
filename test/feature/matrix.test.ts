import { expect, it } from "vitest";
import { endpoints, hotRoutes } from "#app/endpoints.ts";
import { type CastMember, castOf, type Place, UNKNOWN_ID } from "#test/support/cast.ts";
import { type Harness, harness } from "#test/support/harness.ts";

const PLACES: readonly Place[] = ["own", "assigned", "foreign", "unknown", "deleted"];

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

type Route = { method: string; path: string; rule: string; inWorkspace: boolean };

/** By path, so that a route that moves to another module changes nothing. */
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const ROUTES: readonly Route[] = [
  ...endpoints.map((e) => ({
    method: e.method,
    path: e.path,
    rule: e.action ?? "public",
    inWorkspace: e.scope === "workspace",
  })),
  ...hotRoutes
    .flatMap((route) => route.operations)
    .map(({ method, path }) => ({ method, path, rule: "public", inWorkspace: false })),
].toSorted((a, b) => compare(a.path, b.path) || compare(a.method, b.method));

async function letter(t: Harness, route: Route, who: CastMember, wid: number): Promise<string> {
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
  expect(answer.status, `${route.method} ${path}`).toBeLessThan(500);
  switch (answer.json?.code) {
    case "unauthenticated":
      return "a";
    case "forbidden":
      return ".";
    case "workspace_forbidden":
      return "w";
    case "not_found":
      return answer.json.detail === "Workspace not found." ? "n" : "y";
    default:
      return "y";
  }
}

it("every route lets in whom the reviewed matrix says, in each workspace, and nobody else", async () => {
  const t = await harness();
  const cast = Object.values(await castOf(t));
  const rows: string[][] = [["route", "action", ...cast.map((who) => who.name)]];
  for (const route of ROUTES) {
    const cells: string[] = [];
    for (const who of cast) {
      const places = PLACES.flatMap((place) => who.places[place] ?? []);
      let cell = "";
      for (const wid of route.inWorkspace ? places : [UNKNOWN_ID]) {
        cell += await letter(t, route, who, wid);
      }
      cells.push(cell);
    }
    rows.push([`${route.method} ${route.path}`, route.rule, ...cells]);
  }
  await expect(`${LEGEND}\n${table(rows)}`).toMatchFileSnapshot("../spec/permission-matrix.md");
});

/** A Markdown table that reads as well unrendered. */
function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |\n`;
  const [head = [], ...rest] = rows;
  return line(head) + line(widths.map((width) => "-".repeat(width))) + rest.map(line).join("");
}

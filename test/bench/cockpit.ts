import { keepChangedFigures } from "#modules/operations/figures/keep-figures.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";
import type { Measurement } from "./report.ts";
import { seededInstall } from "./seeded-install.ts";

const ASKED = 200;
const MOST_MS = 100;

/**
 * What an admin asks of an install with so many workspaces, each with ten mailboxes, twenty threads and
 * 90 days of figures: the overview in each order and window, and the threads of all; and what the sweep
 * costs that keeps the figures. Milliseconds on the wall, one request after the other.
 */
export async function measureCockpit(workspaces: number): Promise<Measurement[]> {
  const state = temporaryDirectory();
  const { client, deps, app, cookie } = await seededInstall(state.path, {
    workspaces,
    leads: workspaces * 20,
    mailboxes: workspaces * 10,
    sends: workspaces * 10,
    events: workspaces,
    threads: workspaces * 20,
  });
  await client.execute(`
    INSERT INTO stats (workspace_id, campaign_id, dimension, key, sent, unique_replies, bounces)
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 89)
    SELECT w.id, 0, 'day', date(${deps.now()} / 1000, 'unixepoch', '-' || i || ' days'), 40 + (w.id * 7 + i) % 60,
      (w.id + i) % 5, (w.id + i) % 3
    FROM workspaces w, n WHERE true ON CONFLICT DO UPDATE SET sent = excluded.sent`);
  let minutes = 0;
  const sweep = async (): Promise<number> => {
    const at = later(deps.now(), ++minutes * MINUTE_MS);
    const before = performance.now();
    await keepChangedFigures({ ...deps, now: () => at });
    return performance.now() - before;
  };
  // All of them are new: some hundred at a time.
  const first: number[] = [];
  for (let counted = 0; counted < workspaces; counted += 500) first.push(await sweep());
  const quiet: number[] = [];
  for (let i = 0; i < 5; i++) quiet.push(await sweep());
  const p95 = async (paths: readonly string[]): Promise<number> => {
    const times: number[] = [];
    for (let i = 0; i < ASKED; i++) {
      const path = `/api/v1${paths[i % paths.length]}`;
      const before = performance.now();
      const answer = await app.request(path, { headers: { cookie } });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path}: ${text}`);
      times.push(performance.now() - before);
    }
    return times.sort((a, b) => a - b)[Math.floor(ASKED * 0.95)] ?? 0;
  };
  const of = `${workspaces} workspaces`;
  const overview = await p95(
    [7, 30, 90].flatMap((days) =>
      ["attention", "name", "sent", "bounce_rate"].map(
        (sort) => `/admin/overview?days=${days}&sort=${sort}`,
      ),
    ),
  );
  const threads = await p95(["/threads", "/threads?awaiting_reply=true", "/threads?unread=true"]);
  client.close();
  state.remove();
  const aim = { most: MOST_MS };
  return [
    { what: `GET /admin/overview over ${of}, p95`, unit: "ms", rounds: [overview], aim },
    { what: `GET /threads over ${of}, p95`, unit: "ms", rounds: [threads], aim },
    { what: `figures of 500 of ${of} counted`, unit: "ms", rounds: first },
    { what: `figures of ${of}, nothing changed`, unit: "ms", rounds: quiet },
  ];
}

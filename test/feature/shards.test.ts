import { eq } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { recover } from "#modules/delivery/engine/recover.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { openTestDatabase } from "#test/support/database.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { reportOf, seedOutreach } from "#test/support/outreach.ts";
import { everyRole } from "#test/support/staff.ts";
import { upload } from "#test/support/upload.ts";

const BROWSER = {
  "user-agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
};

/** An install whose client's workspace lies in a database of its own, the operator's in the first. */
async function twoDatabases() {
  const second = await openTestDatabase();
  onTestFinished(() => second.client.close());
  let moved: WorkspaceId | null = null;
  const taken: OutgoingMail[] = [];
  const watchLists: string[][] = [];
  const t = await harness({
    shards: {
      of: (id) => (id === moved ? second.db : t.deps.db),
      all: () => [t.deps.db, second.db],
    },
    mail: {
      transmit: async (mails) => void taken.push(...mails),
      watcher: {
        held: async () => null,
        hold: async ({ mailboxes }) => void watchLists.push(mailboxes.map(({ id }) => id)),
      },
    },
  });
  const { rootWid, clientWid, super_admin } = await everyRole(t);
  // What a move takes along: the workspace's own row.
  const [row] = await t.db
    .select()
    .from(workspaces)
    .where(eq(workspaces.id, clientWid as never));
  if (row) await second.db.insert(workspaces).values(row);
  moved = clientWid as WorkspaceId;
  const apart: Harness = { ...t, db: second.db, deps: { ...t.deps, db: second.db } };
  const count = async (client: typeof second.client, table: string) =>
    (await client.execute(`SELECT DISTINCT workspace_id AS w FROM ${table}`)).rows.map(
      (found) => found["w"],
    );
  const homes = async (table: string) => [
    await count(t.client, table),
    await count(second.client, table),
  ];
  return { t, apart, taken, watchLists, rootWid, clientWid, root: super_admin, homes };
}

it("a workspace with a database of its own keeps its rows there, and nobody else's", async () => {
  const { t, root, rootWid, clientWid, homes } = await twoDatabases();
  t.useCookie(root.cookie);
  for (const wid of [rootWid, clientWid]) {
    const csv = `email\nann@acme${wid}.test\nbob@acme${wid}.test\n`;
    expect((await upload(t, wid, csv)).status).toBe(201);
  }
  expect(await homes("leads")).toEqual([[rootWid], [clientWid]]);
  for (const wid of [rootWid, clientWid]) {
    const page = await root.get(`/api/v1/workspaces/${wid}/leads?q=acme&order=asc`);
    expect(page.json.data.map((lead: { email: string }) => lead.email)).toEqual([
      `ann@acme${wid}.test`,
      `bob@acme${wid}.test`,
    ]);
  }
  const { json } = await root.get(`/api/v1/workspaces/${clientWid}/leads`);
  const elsewhere = `/api/v1/workspaces/${rootWid}/leads/${json.data[0].id + 1_000}`;
  expect((await root.get(elsewhere)).status).toBe(404);
});

it("a campaign in either database is sent once, settled and counted by one tick and one companion", async () => {
  const { t, apart, taken, watchLists, root, rootWid, clientWid, homes } = await twoDatabases();
  const here = await seedOutreach(t, rootWid, { leads: ["ann@here.test", "bob@here.test"] });
  const there = await seedOutreach(apart, clientWid, { leads: ["cy@there.test", "di@there.test"] });
  const turn = async (): Promise<OutgoingMail[]> => {
    await t.tick();
    await t.drain();
    return taken.splice(0);
  };
  const intend = (mails: readonly OutgoingMail[], run: string) =>
    grantIntents(t.deps, { intents: mails.map(({ ticket, lease }) => ({ ticket, lease })), run });

  // One companion takes them all and dies with them; the next one gets them again.
  expect(await turn()).toHaveLength(4);
  await recover(t.deps, "second");
  const mails = await turn();
  expect((await intend(mails, "second")).granted).toHaveLength(4);
  await settleResults(t.deps, { results: mails.map((mail) => reportOf(mail)) });
  expect(await turn()).toEqual([]);
  expect(mails.flatMap(({ to }) => to.map(({ address }) => address)).toSorted()).toEqual([
    "ann@here.test",
    "bob@here.test",
    "cy@there.test",
    "di@there.test",
  ]);
  expect(await homes("sends")).toEqual([[rootWid], [clientWid]]);

  // Each is opened by its reader, later than by a scanner.
  t.advance(MINUTE_MS);
  for (const { html } of mails) {
    const pixel = /<img[^>]*src="http:\/\/localhost([^"]+)"/.exec(html ?? "")?.[1] ?? "";
    expect((await t.app.request(pixel, { headers: BROWSER })).status).toBe(200);
  }
  t.advance(MINUTE_MS);
  await turn();
  expect(await homes("hits")).toEqual([[rootWid], [clientWid]]);
  for (const { workspaceId, campaignId } of [here, there]) {
    const stats = await root.get(`/api/v1/workspaces/${workspaceId}/campaigns/${campaignId}/stats`);
    expect(stats.json).toMatchObject({ sent: 2, contacted: 2, completed: 2, unique_opens: 2 });
  }
  // Mailboxes that can be read would stand here, of both databases in one list.
  expect(watchLists.every((list) => list.length === 0)).toBe(true);
});

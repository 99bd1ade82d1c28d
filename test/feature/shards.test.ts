import { expect, it } from "vitest";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { recover } from "#modules/delivery/engine/recover.ts";
import { keepWatching, tellWatched } from "#modules/inbox/sync/watch-mailboxes.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { reportOf, seedOutreach } from "#test/support/outreach.ts";
import { twoDatabases } from "#test/support/two-databases.ts";
import { upload } from "#test/support/upload.ts";

const BROWSER = {
  "user-agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
};

it("a workspace with a database of its own keeps its rows there, and nobody else's", async () => {
  const { t, super_admin: root, rootWid, clientWid, homes } = await twoDatabases();
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
  const watchLists: string[][] = [];
  const {
    t,
    turn,
    super_admin: root,
    rootWid,
    clientWid,
    homes,
  } = await twoDatabases({
    mail: {
      watcher: {
        version: async () => null,
        setList: async ({ mailboxes }) => void watchLists.push(mailboxes.map(({ id }) => id)),
      },
    },
  });
  const here = await seedOutreach(t, rootWid, { leads: ["ann@here.test", "bob@here.test"] });
  const there = await seedOutreach(t, clientWid, { leads: ["cy@there.test", "di@there.test"] });
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

it("where each database has a tick of its own, the companion gets the list that they tell of", async () => {
  const lists: string[][] = [];
  const { t, second, clientWid } = await twoDatabases({
    mail: {
      watcher: {
        version: async () => null,
        setList: async ({ mailboxes }) => void lists.push(mailboxes.map(({ id }) => id)),
      },
    },
  });
  const imap = { imapHost: "127.0.0.1", imapPort: 993, imapUsername: "a", imapPassword: null };
  const { mailboxIds } = await seedOutreach(t, clientWid, { mailboxes: [imap] });
  const shards = t.deps.shards && {
    ...t.deps.shards,
    first: t.deps.db,
    apartTicks: { own: clientWid as WorkspaceId },
  };
  const versions = async () => {
    const { rows } = await t.client.execute(
      "SELECT value FROM install_settings WHERE key GLOB 'watch_reported:*'",
    );
    return rows.map((row) => row["value"]);
  };
  const own = { ...t.deps, db: second.sides.workspace, ...(shards && { shards }) };
  await tellWatched(t.deps);
  expect(await versions()).toEqual([]);
  await tellWatched(own);
  const [told, ...more] = await versions();
  expect([told, more]).toEqual([expect.stringMatching(/^"1\.\d+\.\d+"$/), []]);
  await keepWatching({ ...own, db: t.deps.db });
  expect(lists).toHaveLength(1);

  // Told again when it changed, and not before.
  await second.client.execute("UPDATE mailboxes SET updated_at = updated_at + 1");
  await tellWatched(own);
  const [next] = await versions();
  expect(next).not.toBe(told);
  await second.client.execute("DELETE FROM mailboxes");
  await tellWatched(own);
  expect(await versions()).toEqual(['"0.0.0"']);
  expect(mailboxIds).toHaveLength(1);
});

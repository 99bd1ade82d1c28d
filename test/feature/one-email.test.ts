import type { InStatement, InValue } from "@libsql/client";
import { expect, it } from "vitest";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { hitToken } from "#modules/links/rules/token.ts";
import type { SendId, WorkspaceId } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { type Asked, costOfOne, type Done } from "#test/support/cost-of-one.ts";
import { type Harness, harness, TEST_SECRETS } from "#test/support/harness.ts";
import { reportOf, seedOutreach } from "#test/support/outreach.ts";

/** Emails of one campaign that share what a tick, a wake-up and a report cost. */
const EMAILS = 100;

const MAILBOXES = 6;

/** Until nothing of them is left to do. */
const TICKS = 3;

type Meta = { meta?: { rows_read?: number; rows_written?: number } };

/** Counts what the product asks of its database and its queue from now on; D1 says how many rows that were. */
function meter(t: Harness) {
  const asked = { requests: 0, statements: 0, read: 0, written: 0, queued: 0 };
  const { client } = t;
  const execute = client.execute.bind(client) as (statement: InStatement) => Promise<unknown>;
  const batch = client.batch.bind(client);
  const note = (results: readonly unknown[]): void => {
    asked.requests += 1;
    asked.statements += results.length;
    for (const one of results) {
      const { meta } = ((one as { result?: Meta }).result ?? {}) as Meta;
      asked.read += meta?.rows_read ?? 0;
      asked.written += meta?.rows_written ?? 0;
    }
  };
  Object.assign(client, {
    async execute(statement: InStatement & { mode?: string }) {
      // Of rows alone D1 says no counts: it is asked once more, or for whole rows where it writes.
      if (typeof statement === "object" && statement.mode === "raw") {
        const { sql, args } = statement as { sql: string; args: InValue[] };
        const [counted] = (await batch([{ sql, args }])) as { result?: { results: object[] } }[];
        note([counted]);
        return /^\s*(?:select|with)/i.test(sql)
          ? execute(statement)
          : { ...counted, result: counted?.result?.results.map((row) => Object.values(row)) };
      }
      const one = await execute(statement);
      note([one]);
      return one;
    },
    async batch(statements: InStatement[]) {
      const all = await batch(statements);
      note(all);
      return all;
    },
  });
  const send = t.deps.queue.send.bind(t.deps.queue);
  Object.assign(t.deps.queue, {
    async send(...args: Parameters<typeof send>) {
      asked.queued += 1;
      return send(...args);
    },
  });
  /** What some work asked for, by email. */
  return async (work: () => Promise<unknown>, by = EMAILS): Promise<Asked> => {
    const before = { ...asked };
    await work();
    const keys = Object.keys(asked) as (keyof Asked)[];
    return Object.fromEntries(keys.map((key) => [key, (asked[key] - before[key]) / by])) as Asked;
  };
}

it("asks no more of its database and its queue in its life than the page about scaling says", async () => {
  const taken: OutgoingMail[] = [];
  const t = await harness({
    mail: {
      transmit: async (mails) => void taken.push(...mails),
      fetch: async ({ folders }) => ({
        folders: folders.map(({ folder }) => ({
          folder,
          uid_validity: "1",
          mails: [],
          more: false,
        })),
      }),
      tend: async () => ({ found: [] }),
    },
  });
  const { wid } = await t.signUp();
  const { campaignId } = await seedOutreach(t, wid, {
    leads: [],
    mailboxes: Array.from({ length: MAILBOXES }, () => ({})),
  });
  const base = `/api/v1/workspaces/${wid}`;
  const measure = meter(t);
  const nothing: Asked = { requests: 0, statements: 0, read: 0, written: 0, queued: 0 };
  const life: Partial<Record<Done, Asked>> = {};

  let leadIds: number[] = [];
  life["stored as a lead"] = await measure(async () => {
    const leads = Array.from({ length: EMAILS }, (_, i) => ({
      email: `lead${i}@firm${i}.test`,
      first_name: "Ann",
      company: `Firm ${i}`,
    }));
    const { json } = await t.post(`${base}/leads`, { leads, on_duplicate: "skip" });
    leadIds = json.results.map((row: { lead_id: number }) => row.lead_id);
  });
  life["added to a campaign"] = await measure(() =>
    t.post(`${base}/leads/add-to-campaign`, { campaign_id: campaignId, lead_ids: leadIds }),
  );
  // What a tick needs at first is no email's.
  const settled = async () => {
    for (let i = 0; i < TICKS; i++) {
      t.advance(MINUTE_MS);
      await t.tick();
      await t.drain();
    }
  };
  life["sent"] = await measure(async () => {
    await t.tick();
    await t.drain();
    const intents = taken.map(({ ticket, lease }) => ({ ticket, lease }));
    await grantIntents(t.deps, { intents, run: undefined });
    await settleResults(t.deps, { results: taken.map((mail) => reportOf(mail)) });
    await t.drain();
  });
  expect(taken).toHaveLength(EMAILS);
  const behind = await measure(settled, 1);
  const token = (i: number) =>
    hitToken(TEST_SECRETS.TRACKING_SECRET, wid as WorkspaceId, (i + 1) as SendId);
  life["opened"] = await measure(async () => {
    for (let i = 0; i < EMAILS; i++) await t.app.request(`/t/${token(i)}/pixel.png`);
    t.advance(MINUTE_MS);
    await t.tick();
    await t.drain();
  });
  await settled();
  const minute = async () => {
    t.advance(MINUTE_MS);
    await t.tick();
    await t.drain();
  };
  const idle = await measure(minute, 1);
  life["a tick with nothing to do"] = idle;

  // Receipts come some ticks later; what these need without any email is none of theirs.
  const keys = Object.keys(nothing) as (keyof Asked)[];
  life["given its receipt"] = Object.fromEntries(
    keys.map((key) => [key, (behind[key] - TICKS * idle[key]) / EMAILS]),
  ) as Asked;

  const imapPassword = await t.deps.vault.seal("pw", `mailboxes:imap_password:${wid}`);
  const imap = { imapHost: "imap.ours.test", imapPort: 993, imapUsername: "sender", imapPassword };
  await t.db.update(mailboxes).set({ ...imap, syncDueAt: t.clock.now });
  // The first time more is looked after than later.
  await minute();
  const reading = await measure(minute, 1);
  life["a mailbox read, nothing new"] = Object.fromEntries(
    keys.map((key) => [key, (reading[key] - idle[key]) / MAILBOXES]),
  ) as Asked;

  if (process.env["SHOW"]) console.table(life);
  const isD1 = t.database === "d1";
  const grown = Object.entries(life).flatMap(([name, asked]) => {
    const most = costOfOne(name as Done);
    return (Object.keys(asked) as (keyof Asked)[])
      .filter((key) => asked[key] > most[key])
      .map((key) => `${name}: ${key} ${asked[key]}, not ${most[key]}`);
  });
  expect(grown).toEqual([]);
  // Where a figure has fallen far, the page should say so.
  const sent = costOfOne("sent");
  expect(life["sent"]?.statements).toBeGreaterThan(sent.statements / 2);
  if (isD1) expect(life["sent"]?.written).toBeGreaterThan(sent.written / 2);
});

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { JournalEntry } from "#platform/wire/send-journal.ts";
import type { OutgoingMail, SendResult } from "#platform/wire/transmission.ts";
import { sends, stats } from "#modules/campaigns/schema/sending.ts";
import { AppError } from "#platform/rules/errors.ts";
import { internalHeaders } from "#platform/rules/internal-signature.ts";
import { SEND_LEASE_MS } from "#modules/delivery/rules/leases.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { recover } from "#modules/delivery/engine/recover.ts";
import { sweepLapsed } from "#modules/delivery/engine/recover.ts";
import { sendKind } from "#modules/campaigns/sends/kind.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import { harness } from "#test/support/harness.ts";
import { reportOf, seedOutreach } from "#test/support/outreach.ts";

it("401, 404, 422: keeps no journal for strangers, where there is none, or of another shape", async () => {
  const t = await harness();
  const write = async (body: object, secret = t.deps.settings.COMPANION_SECRET) => {
    const path = "/internal/companion/journal/write";
    const text = JSON.stringify(body);
    const headers = internalHeaders(secret, {
      method: "POST",
      path,
      timestamp: String(t.deps.now()),
      nonce: crypto.randomUUID(),
      body: text,
    });
    const answer = await t.request("POST", path, text, headers);
    return [answer.status, answer.json];
  };
  const lines = { run: "r", turn: 1, lines: [] };
  expect(await write(lines, "a secret of somebody else, long enough")).toMatchObject([401, {}]);
  expect(await write(lines)).toMatchObject([404, { detail: expect.stringContaining("JOURNAL") }]);
  expect(await write({ ...lines, turn: 0 })).toMatchObject([422, { code: "validation_failed" }]);
});

describe("mails that were on their way when the mail service or the database was put back", () => {
  const LEADS = ["a@a.test", "b@b.test", "c@c.test", "d@d.test"];

  /** All four are granted to a run that has ended; `knows` is its journal, by address. */
  async function granted(knows: Record<string, (mail: OutgoingMail) => JournalEntry>) {
    const state = { away: false };
    const entries: JournalEntry[] = [];
    const { t, wid, run } = await companionPlay({
      mail: {
        async recall(ids) {
          if (state.away) throw new AppError("upstream_timeout", "It does not answer.");
          return entries.filter((entry) => ids.includes(entry.try.message_id));
        },
      },
    });
    const { campaignId } = await seedOutreach(t, wid, {
      leads: LEADS,
      // So that the campaign is not over with them.
      steps: [{ subject: "Hello" }, { delay: 2, delayUnit: "days" as const }],
    });
    const mails = await run();
    const intents = mails.map(({ ticket, lease }) => ({ ticket, lease }));
    await grantIntents(t.deps, { intents, run: "first" });
    for (const mail of mails) {
      const knowing = knows[mail.envelope.to[0] ?? ""];
      if (knowing) entries.push(knowing(mail));
    }
    const states = async () =>
      (await t.db.select().from(sends).orderBy(sends.toEmail)).map((send) => send.state);
    const counted = async () => {
      const rows = await t.db.select().from(stats).where(eq(stats.campaignId, campaignId));
      const { sent, unknown } = rows.find((row) => row.dimension === "total") ?? {};
      return { sent, unknown };
    };
    const path = `/api/v1/workspaces/${wid}/campaigns/${campaignId}`;
    const status = async () => (await t.get(path)).json["status"];
    return { t, state, states, counted, status };
  }
  const entry = (mail: OutgoingMail, change: Partial<SendResult>, settled = false) => ({
    // Long after the start of any campaign here.
    at: 4_000_000_000_000,
    try: { ticket: mail.ticket, lease: change.lease ?? mail.lease, message_id: mail.message_id },
    result: reportOf(mail, change),
    settled,
  });

  it("end as the journal says, once; unclear is what it does not know either", async () => {
    const { t, states, counted, status } = await granted({
      "a@a.test": (mail) => entry(mail, {}),
      // Nothing of the body had left.
      "b@b.test": (mail) => entry(mail, { ending: "reply", phase: "rcpt", code: 451 }),
      // The end of another try says nothing of this one.
      "c@c.test": (mail) =>
        entry(mail, { lease: "later", ending: "reply", phase: "rcpt", code: 451 }),
    });
    for (let repeat = 0; repeat < 2; repeat++) {
      await recover(t.deps, "second");
      expect(await states()).toEqual(["sent", "queued", "unknown", "unknown"]);
      expect(await counted()).toEqual({ sent: 1, unknown: 2 });
    }
    expect(await status()).toBe("active");
  });

  it("are asked for by the sweep of lapsed leases, and once more when the mail service starts", async () => {
    const { t, state, states, counted } = await granted({
      "a@a.test": (mail) => entry(mail, {}),
      "b@b.test": (mail) => entry(mail, { lease: "later" }),
    });
    state.away = true;
    t.advance(SEND_LEASE_MS);
    await t.sweep((deps) => sweepLapsed(deps, sendKind));
    expect(await states()).toEqual(["unknown", "unknown", "unknown", "unknown"]);
    state.away = false;
    await recover(t.deps, "second");
    expect(await states()).toEqual(["sent", "sent", "unknown", "unknown"]);
    expect(await counted()).toEqual({ sent: 2, unknown: 2 });
  });

  it("pause the campaigns where the journal knows that the database had stored their end", async () => {
    const { t, states, status } = await granted({
      "a@a.test": (mail) => entry(mail, {}, true),
    });
    t.advance(SEND_LEASE_MS);
    await t.sweep((deps) => sweepLapsed(deps, sendKind));
    expect(await states()).toEqual(["sent", "unknown", "unknown", "unknown"]);
    expect(await status()).toBe("paused");
  });
});

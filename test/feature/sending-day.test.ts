import { afterEach, describe, expect, it } from "vitest";
import { SendingDay } from "#modules/campaigns/contract/sending-day.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { DEFAULT_SCHEDULE } from "#platform/rules/schedule.ts";
import { type EnrolmentId, type LeadId, type StepId, unixMs } from "#platform/rules/ids.ts";
import { HOUR_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";

const opened: Harness[] = [];
afterEach(() => {
  for (const t of opened.splice(0)) t.close();
});

/** Noon of a Wednesday in UTC; three leads wait, one mailbox sends, five at most a day. */
async function world(now?: number) {
  const t = await harness(now === undefined ? {} : { now: unixMs(now) });
  opened.push(t);
  const { wid } = await t.signUp();
  const seeded = await seedOutreach(t, wid, {
    leads: ["a@acme.test", "b@brick.test", "c@coal.test"],
    mailboxes: [{ dailyLimit: 5, minGapSeconds: 600, gapJitterSeconds: 0 }],
    campaign: { schedule: DEFAULT_SCHEDULE },
  });
  const read = async (query = "") => {
    const answer = await t.get(`/api/v1/workspaces/${wid}/campaigns/today${query}`);
    expect(answer.status, answer.text).toBe(200);
    return SendingDay.parse(answer.json);
  };
  const left = async (minutesAgo: number, n: number) => {
    const sentAt = later(t.clock.now, -minutesAgo * MINUTE_MS);
    await t.db.insert(sends).values({
      workspaceId: seeded.workspaceId,
      campaignId: seeded.campaignId,
      enrolmentId: (900 + n) as EnrolmentId,
      leadId: (900 + n) as LeadId,
      stepId: 1 as StepId,
      step: 1,
      mailboxId: seeded.mailboxIds[0] ?? (0 as never),
      state: "sent",
      dueAt: sentAt,
      messageId: `m${n}@ours.test`,
      toEmail: `x${n}@acme.test`,
      createdAt: sentAt,
      sentAt,
    });
  };
  return { t, wid, read, left, ...seeded };
}

describe("today in quarter hours", () => {
  it("200: tells what left, what will leave by limits and windows, and when it is closed", async () => {
    const { read, left } = await world();
    await left(20, 1);
    await left(16, 2);
    await left(13 * 60, 3);
    const day = await read();
    expect(day).toMatchObject({
      date: "2026-11-18",
      timezone: "UTC",
      sent: 2,
      planned: 3,
      limit: 5,
    });
    expect(day.quarters).toHaveLength(96);
    const told = day.quarters.filter(({ sent, planned }) => sent + planned > 0);
    expect(told).toEqual([
      { at: "2026-11-18T11:30:00.000Z", sent: 2, planned: 0, open: true },
      { at: "2026-11-18T12:00:00.000Z", sent: 0, planned: 2, open: true },
      { at: "2026-11-18T12:15:00.000Z", sent: 0, planned: 1, open: true },
    ]);
    const open = day.quarters.filter((quarter) => quarter.open).map(({ at }) => at.slice(11, 16));
    expect([open[0], open.at(-1), open.length]).toEqual(["09:00", "16:45", 32]);
  });

  it("200: begins at the midnight that is asked for, and knows days of 23 hours", async () => {
    const { read } = await world();
    const tokyo = await read("?timezone=Asia/Tokyo");
    expect([tokyo.date, tokyo.quarters[0]?.at]).toEqual(["2026-11-18", "2026-11-17T15:00:00.000Z"]);
    // The night before 28 March 2027 lacks an hour in Berlin.
    const spring = await world(Date.UTC(2027, 2, 28, 10));
    expect((await spring.read("?timezone=Europe/Berlin")).quarters).toHaveLength(92);
  });

  it("200: plans nothing while no campaign is active", async () => {
    const { t, wid, read, campaignId } = await world();
    await t.post(`/api/v1/workspaces/${wid}/campaigns/${campaignId}/pause`);
    expect(await read()).toMatchObject({ planned: 0, limit: 0 });
  });

  it("200: tells which mails are due today and stay, and the rule that keeps them", async () => {
    const { t, wid, read, campaignId } = await world();
    const path = `/api/v1/workspaces/${wid}/campaigns/${campaignId}`;
    const held = async () =>
      (await read()).held.map(({ mails, has_more, code }) => [mails, has_more, code]);
    expect(await held()).toEqual([]);
    await t.put(path, { daily_limit: 1 });
    expect(await read()).toMatchObject({
      planned: 1,
      held: [
        {
          campaign_id: campaignId,
          mails: 2,
          has_more: false,
          code: "campaign_daily_limit_met",
        },
      ],
    });
    await t.put(path, { daily_limit: null });
    await t.client.execute("UPDATE mailboxes SET daily_limit = 2");
    expect(await held()).toEqual([[1, false, "mailbox_daily_limit_met"]]);
    await t.client.execute("UPDATE mailboxes SET daily_limit = 5, status = 'connection_error'");
    expect(await held()).toEqual([[3, false, "all_mailboxes_unhealthy"]]);
    await t.client.execute("UPDATE mailboxes SET status = 'active'");
    await t.client.execute("UPDATE campaigns SET status = 'paused', paused_reason = 'bounce_rate'");
    expect(await held()).toEqual([[3, false, "bounce_protect"]]);
    // Who paused it knows.
    await t.client.execute("UPDATE campaigns SET paused_reason = 'manual'");
    expect(await held()).toEqual([]);
    // A quarter of an hour before the window shuts, with ten minutes between two mails.
    await t.client.execute("UPDATE campaigns SET status = 'active', paused_reason = NULL");
    t.advance(4 * HOUR_MS + 45 * MINUTE_MS);
    expect(await held()).toEqual([[1, false, "out_of_schedule"]]);
  });

  it("400: for a zone that nobody knows", async () => {
    const { t, wid } = await world();
    const answer = await t.get(`/api/v1/workspaces/${wid}/campaigns/today?timezone=Mars/Base`);
    expect([answer.status, answer.json.errors[0].path]).toEqual([400, "timezone"]);
  });

  it("reads only the day of the ledger, by index", async () => {
    const { t, wid } = await world();
    if (t.database !== "libsql") return;
    t.advance(HOUR_MS);
    await assertNoScans(t.client, () => t.get(`/api/v1/workspaces/${wid}/campaigns/today`));
  });
});

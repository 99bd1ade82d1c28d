import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { notifications } from "#modules/events/schema/notices.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { dailyUsage } from "#modules/mailboxes/schema/usage.ts";
import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { recount } from "#modules/campaigns/stats/recount.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { outreach } from "#test/support/inbound-world.ts";
import { returned } from "#test/support/inbox.ts";
import { reportOf } from "#test/support/outreach.ts";

const REFUSED = {
  ending: "reply",
  phase: "rcpt",
  code: 554,
  enhanced: "5.7.1",
  response: "554 5.7.1 Message rejected",
} as const;
const ONE_STEP = [{ subject: "Hello", bodyText: "Hi" }];
const leads = (count: number, domains = count) =>
  Array.from({ length: count }, (_, i) => `lead${i}@acme${i % domains}.test`);
const addressOf = (mail: OutgoingMail): string => mail.to[0]?.address ?? "";

type World = Awaited<ReturnType<typeof outreach>>;
const mailboxOf = async (o: World) => (await o.t.db.select().from(mailboxes))[0];
const campaignOf = async (o: World) => (await o.t.db.select().from(campaigns))[0];
const countOf = async (o: World, state: string) =>
  (await o.enrolments()).filter((status) => status === state).length;
/** But for the leads, which are rows that nobody enrolled through the API. */
const miscounted = async (o: World) =>
  (await recount(o.t.deps, false)).filter(({ metric }) => metric !== "leads");
const W = (o: World) => `/api/v1/workspaces/${o.wid}`;
const testMailbox = (o: World, id = o.mailboxIds[0]) => o.t.post(`${W(o)}/mailboxes/${id}/test`);

describe("a refusal for good of one recipient", () => {
  it("ends that lead at once and nothing else: 39 of 40 arrive, and the campaign completes", async () => {
    let accepted = 0;
    const o = await outreach({
      leads: leads(40),
      steps: ONE_STEP,
      mailbox: { minGapSeconds: 60 },
      ending: (mail) => {
        if (addressOf(mail) === "lead7@acme7.test") return REFUSED;
        accepted++;
        return {};
      },
    });
    for (let i = 0; i < 39; i++) {
      o.t.advance(MINUTE_MS);
      await o.transmit();
      expect((await mailboxOf(o))?.status).toBe("active");
    }
    expect(accepted).toBe(39);
    expect([await countOf(o, "completed"), await countOf(o, "failed")]).toEqual([39, 1]);
    expect((await campaignOf(o))?.status).toBe("completed");
    expect(await o.eventsOf("campaign.completed")).toHaveLength(1);
    expect(await o.eventsOf("lead.bounced")).toEqual([
      expect.objectContaining({ bounce_type: "soft", block: true, code: "5.7.1", source: "smtp" }),
    ]);
    expect(await o.total()).toMatchObject({ sent: 39, failed: 1, softBounces: 1, bounces: 0 });
    expect(await miscounted(o)).toEqual([]);
    // The server's words stand with the lead.
    const [failed] = await o.t.db.select().from(sends).where(eq(sends.state, "failed"));
    const { json } = await o.t.get(`${W(o)}/leads/${failed?.leadId}/activity`);
    expect(json.data).toContainEqual(
      expect.objectContaining({ type: "send_failed", detail: "554 5.7.1 Message rejected" }),
    );
  });

  it("fails a full mailbox, bounces an unknown one, and asks the sender of nothing", async () => {
    const answers = [
      { ...REFUSED, code: 552, enhanced: "5.2.2", response: "552 5.2.2 Mailbox full" },
      { ...REFUSED, code: 550, enhanced: "5.1.1", response: "550 5.1.1 No such user" },
      { ...REFUSED, phase: "dot", code: 552, enhanced: "5.3.4", response: "552 5.3.4 Too big" },
    ] as const;
    const o = await outreach({
      leads: leads(3),
      steps: ONE_STEP,
      ending: (mail) => answers[Number(addressOf(mail)[4])] ?? {},
    });
    expect((await o.enrolments()).sort()).toEqual(["bounced", "failed", "failed"]);
    expect((await mailboxOf(o))?.status).toBe("active");
    expect((await campaignOf(o))?.status).toBe("completed");
    expect(await miscounted(o)).toEqual([]);
  });
});

describe("a refusal of the sender's own account", () => {
  it.each([
    ["5.4.5", "Daily user sending limit exceeded."],
    ["5.2.252", "SendAsDenied; sender1@ours.test not allowed to send as other@ours.test"],
    ["5.7.57", "Client not authenticated to send mail."],
    ["5.7.139", "Authentication unsuccessful, account is locked."],
  ])("%s is the mailbox's: the lead waits, and is not tried for ever", async (enhanced, words) => {
    const o = await outreach({
      leads: leads(1),
      steps: ONE_STEP,
      ending: { ...REFUSED, code: 550, enhanced, response: `550 ${enhanced} ${words}` },
    });
    expect(await o.enrolments()).toEqual(["in_progress"]);
    expect((await mailboxOf(o))?.status).toBe("sending_error");
    expect(await o.eventsOf("lead.bounced")).toEqual([]);
    let tries = 1;
    for (let i = 0; i < 12; i++) {
      expect((await testMailbox(o)).json.ok).toBe(true);
      await o.t.post(`${W(o)}/campaigns/${o.campaignId}/start`);
      o.t.advance(6 * MINUTE_MS);
      tries += (await o.transmit()).length;
    }
    expect(tries).toBe(6);
    expect(await o.enrolments()).toEqual(["failed"]);
    expect(await miscounted(o)).toEqual([]);
  });
});

describe("servers that refuse a mailbox's mail", () => {
  const blocked = (share: (i: number) => boolean) => (mail: OutgoingMail) =>
    share(Number(/\d+/.exec(addressOf(mail))?.[0])) ? REFUSED : {};

  it("stop it from five on, at three domains, and a fifth of its mail; not before", async () => {
    for (const [of, refused, domains, stops] of [
      [25, 5, 3, true],
      [20, 4, 4, false],
      [25, 5, 2, false],
      [45, 5, 5, false],
    ] as const) {
      const o = await outreach({
        leads: [
          ...leads(of - refused).map((email) => `x${email}`),
          ...leads(refused, domains).map((email) => `refused.${email}`),
        ],
        steps: ONE_STEP,
        ending: (mail) => (addressOf(mail).startsWith("refused.") ? REFUSED : {}),
      });
      for (let i = 0; i < 3; i++) await o.transmit();
      const status = (await mailboxOf(o))?.status;
      expect([of, refused, domains, status]).toEqual([
        of,
        refused,
        domains,
        stops ? "sending_error" : "active",
      ]);
      expect(await countOf(o, "failed")).toBe(stops ? 0 : refused);
      expect(await miscounted(o)).toEqual([]);
    }
  });

  it("put back what failed for it, tell it once, and pause a campaign that has no other mailbox", async () => {
    const o = await outreach({ leads: leads(12), steps: ONE_STEP, ending: blocked((i) => i >= 4) });
    expect((await mailboxOf(o))?.status).toBe("sending_error");
    expect((await mailboxOf(o))?.statusMessage).toMatch(
      /^\d+ of its last \d+ emails were blocked, at \d+ domains\. Last response: 554 5\.7\.1 Message rejected\.$/,
    );
    // Those that were on their way when it stopped as well.
    expect(await countOf(o, "in_progress")).toBe(8);
    expect(await countOf(o, "failed")).toBe(0);
    expect(await o.total()).toMatchObject({ sent: 4, failed: 0, softBounces: 8 });
    expect(await miscounted(o)).toEqual([]);
    expect((await campaignOf(o))?.pausedReason).toBe("provider_block");
    expect(await o.eventsOf("lead.bounced")).toHaveLength(8);
    const used = await o.t.db.select().from(dailyUsage).where(eq(dailyUsage.scope, "mailbox"));
    expect(used).toEqual([expect.objectContaining({ used: 4 })]);
    const told = await o.t.db.select().from(notifications);
    expect(told.filter(({ kind }) => kind === "mailbox_failed")).toHaveLength(1);
    // A report that is repeated changes nothing.
    const before = await o.t.db.select().from(sends);
    await settleResults(o.t.deps, { results: o.mails.map((mail) => reportOf(mail, REFUSED)) });
    expect(await o.t.db.select().from(sends)).toEqual(before);
  });

  it("try a lead three times, however often the mailbox is tested and the campaign started", async () => {
    const tries = new Map<string, number>();
    const o = await outreach({
      leads: leads(8),
      steps: ONE_STEP,
      ending: (mail) => {
        tries.set(addressOf(mail), (tries.get(addressOf(mail)) ?? 0) + 1);
        return REFUSED;
      },
    });
    for (let i = 0; i < 6; i++) {
      await testMailbox(o);
      await o.t.post(`${W(o)}/campaigns/${o.campaignId}/start`);
      o.t.advance(6 * MINUTE_MS);
      await o.transmit();
    }
    expect([...tries.values()]).toEqual(Array(8).fill(3));
    expect(await countOf(o, "failed")).toBe(8);
    expect(await miscounted(o)).toEqual([]);
    // The lead was told of once.
    expect(await o.eventsOf("lead.bounced")).toHaveLength(8);
  });

  it("forget a mailbox that goes on: what was refused before it stopped counts no more", async () => {
    let calm = false;
    const o = await outreach({
      leads: leads(30),
      steps: ONE_STEP,
      mailbox: { dailyLimit: 6 },
      ending: (mail) => (!calm || addressOf(mail) === "lead29@acme29.test" ? REFUSED : {}),
    });
    expect((await mailboxOf(o))?.status).toBe("sending_error");
    calm = true;
    await testMailbox(o);
    await o.t.put(`${W(o)}/mailboxes/${o.mailboxIds[0]}`, { daily_limit: 100 });
    await o.t.post(`${W(o)}/campaigns/${o.campaignId}/start`);
    o.t.advance(6 * MINUTE_MS);
    await o.transmit();
    await o.transmit();
    expect((await mailboxOf(o))?.status).toBe("active");
    expect([await countOf(o, "completed"), await countOf(o, "failed")]).toEqual([29, 1]);
    expect((await campaignOf(o))?.status).toBe("completed");
  });

  it("count within the window alone, and by the workspace's own numbers", async () => {
    const slow = await outreach({
      leads: leads(8),
      steps: ONE_STEP,
      mailbox: { minGapSeconds: 2 * 3_600 },
      ending: REFUSED,
    });
    for (let i = 0; i < 8; i++) {
      slow.t.advance(2 * HOUR_MS);
      await slow.transmit();
    }
    expect((await mailboxOf(slow))?.status).toBe("active");
    expect(await countOf(slow, "failed")).toBe(8);

    const strict = await outreach({ leads: leads(2), steps: ONE_STEP, ending: REFUSED });
    expect((await mailboxOf(strict))?.status).toBe("active");
    const put = await strict.t.put(`${W(strict)}/settings`, {
      guardrails: { block: { at_least: 2, min_domains: 2 } },
    });
    expect(put.json.guardrails.block).toEqual({
      at_least: 2,
      min_domains: 2,
      share_pct: 20,
      window_hours: 6,
    });
    await settleResults(strict.t.deps, {
      results: strict.mails.map((mail) => reportOf(mail, REFUSED)),
    });
    expect((await mailboxOf(strict))?.status).toBe("sending_error");
    // Its campaign was completed before: that is told, and it stays so.
    expect((await campaignOf(strict))?.status).toBe("completed");
    expect((await mailboxOf(strict))?.statusMessage).toContain(
      "Failed leads in completed campaigns: 2.",
    );
  });

  it("by bounces that come as mail: the same rule, and nothing is sent again", async () => {
    const o = await outreach({ leads: leads(10), mailboxes: 1 });
    const put = (mail: OutgoingMail | undefined) =>
      o.world.put(
        returned(mail?.message_id ?? "", {
          recipient: mail?.to[0]?.address ?? null,
          status: "5.7.1",
          diagnostic: "554 5.7.1 blocked: bad reputation",
        }),
      );
    for (const mail of o.mails.slice(0, 4)) put(mail);
    await o.sync();
    expect((await mailboxOf(o))?.status).toBe("active");
    put(o.mails[4]);
    if (o.t.database === "libsql") await assertNoScans(o.t.client, () => o.sync());
    else await o.sync();
    expect((await mailboxOf(o))?.status).toBe("sending_error");
    expect((await campaignOf(o))?.pausedReason).toBe("provider_block");
    expect(await o.enrolments()).toEqual(Array(10).fill("in_progress"));
    expect(await o.total()).toMatchObject({ sent: 10, failed: 0, softBounces: 5 });
    expect(new Set((await o.t.db.select().from(sends)).map((send) => send.state))).toEqual(
      new Set(["sent"]),
    );
    expect(await miscounted(o)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { auditLog } from "#modules/accounts/schema/access.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { harness } from "#test/support/harness.ts";
import { ALWAYS_OPEN, reportOf, seedOutreach } from "#test/support/outreach.ts";

/** No day of the week is open. */
const CLOSED = { ...ALWAYS_OPEN, start_date: "2099-01-01" };
const TWO_STEPS = [
  { subject: "Hello {{ first_name }}", bodyHtml: "<p>Hi</p>" },
  { delay: 2, delayUnit: "days" as const, bodyHtml: "<p>Again</p>" },
];

async function world(options: Parameters<typeof seedOutreach>[2] = {}) {
  const taken: OutgoingMail[] = [];
  const t = await harness({ mail: { transmit: async (mails) => void taken.push(...mails) } });
  const { wid } = await t.signUp();
  const seeded = await seedOutreach(t, wid, {
    leads: ["ann@acme.test", "bob@acme.test"],
    steps: TWO_STEPS,
    ...options,
    campaign: { status: "draft", schedule: CLOSED, ...options.campaign },
  });
  const at = `/api/v1/workspaces/${wid}/campaigns/${seeded.campaignId}`;
  const [ann = 0, bob = 0] = seeded.leadIds;
  const run = async () => {
    await t.tick();
    await t.drain();
    return taken.splice(0);
  };
  const deliver = async (mails: readonly OutgoingMail[], change = {}) => {
    const granted = await grantIntents(t.deps, {
      intents: mails.map(({ ticket, lease }) => ({ ticket, lease })),
      run: undefined,
    });
    await settleResults(t.deps, { results: mails.map((mail) => reportOf(mail, change)) });
    return granted;
  };
  const place = async (leadId: number) =>
    (await t.db.select().from(campaignLeads)).find((row) => row.leadId === leadId);
  const open = () => t.put(at, { schedule: ALWAYS_OPEN });
  return { t, wid, at, ann, bob, run, deliver, place, open, ...seeded };
}

describe("the first email of one lead, sent now", () => {
  it("leaves from a draft outside its hours, once, and the sequence goes on from step 2", async () => {
    const w = await world();
    const answer = await w.t.post(`${w.at}/leads/${w.ann}/send-now`);
    expect([answer.status, answer.json.status]).toEqual([202, "in_progress"]);
    const again = await w.t.post(`${w.at}/leads/${w.ann}/send-now`);
    expect([again.status, again.json.status]).toEqual([202, "in_progress"]);
    const first = await w.run();
    expect(first.map(({ envelope }) => envelope.to[0])).toEqual(["ann@acme.test"]);
    await w.deliver(first);
    expect(await w.run()).toEqual([]);
    expect(await w.place(w.ann)).toMatchObject({ status: "in_progress", currentStep: 1 });
    expect(await w.place(w.bob)).toMatchObject({ status: "pending", currentStep: 0 });
    const after = await w.t.post(`${w.at}/leads/${w.ann}/send-now`);
    expect([after.status, after.json.code]).toEqual([409, "invalid_state"]);
    const audited = await w.t.db.select().from(auditLog);
    expect(audited.filter(({ action }) => action === "lead.sent_now")).toHaveLength(1);

    // The draft stands still until it is started.
    w.t.advance(3 * DAY_MS);
    expect(await w.run()).toEqual([]);
    await w.open();
    expect((await w.t.post(`${w.at}/start`)).status).toBe(200);
    const rest = await w.run();
    expect(rest.map(({ envelope, subject }) => `${envelope.to[0]}: ${subject}`).toSorted()).toEqual(
      ["ann@acme.test: Re: Hello ann", "bob@acme.test: Hello bob"],
    );
    expect(rest.find(({ in_reply_to }) => in_reply_to !== null)?.in_reply_to).toBe(
      first[0]?.message_id,
    );
  });

  it("counts in every limit, and waits for none that holds it: each is named", async () => {
    const w = await world({ mailboxes: [{ dailyLimit: 1 }] });
    expect((await w.t.post(`${w.at}/leads/${w.ann}/send-now`)).status).toBe(202);
    const refused = await w.t.post(`${w.at}/leads/${w.bob}/send-now`);
    expect([refused.status, refused.json.errors[0].code]).toEqual([409, "mailbox_day_limit"]);
    expect(await w.place(w.bob)).toMatchObject({ status: "pending", sentNowBy: null });
    await w.deliver(await w.run());
    const { json } = await w.t.get(w.at);
    expect(json.stats.sent).toBe(1);
  });

  it("is refused for a lead that may not be written to, whatever the campaign's state", async () => {
    for (const status of ["draft", "paused", "active"] as const) {
      const w = await world({ campaign: { status } });
      await w.t.post(`/api/v1/workspaces/${w.wid}/suppressions`, { email: "ann@acme.test" });
      const answer = await w.t.post(`${w.at}/leads/${w.ann}/send-now`);
      expect([status, answer.status, answer.json.errors[0].code]).toEqual([
        status,
        409,
        "suppressed",
      ]);
      expect(await w.run()).toEqual([]);
    }
  });

  it("is held by the last gate where the lead is suppressed while it is on its way", async () => {
    const w = await world();
    await w.t.post(`${w.at}/leads/${w.ann}/send-now`);
    const mails = await w.run();
    await w.t.post(`/api/v1/workspaces/${w.wid}/suppressions`, { email: "ann@acme.test" });
    const { granted } = await grantIntents(w.t.deps, {
      intents: mails.map(({ ticket, lease }) => ({ ticket, lease })),
      run: undefined,
    });
    expect([mails.length, granted]).toEqual([1, []]);
  });

  it("needs approval where the workspace asks for it, and a campaign that is not completed", async () => {
    const w = await world();
    await w.t.put(`/api/v1/workspaces/${w.wid}/settings`, { sending: { ask_for_approval: true } });
    const unapproved = await w.t.post(`${w.at}/leads/${w.ann}/send-now`);
    expect([unapproved.status, unapproved.json.code]).toEqual([409, "approval_required"]);
    const done = await world({ campaign: { status: "completed" } });
    const completed = await done.t.post(`${done.at}/leads/${done.ann}/send-now`);
    expect([completed.status, completed.json.errors[0].code]).toEqual([409, "campaign"]);
    expect([...(await w.run()), ...(await done.run())]).toEqual([]);
  });

  it("that its server puts off waits for the start, and leaves once", async () => {
    const w = await world();
    await w.t.post(`${w.at}/leads/${w.ann}/send-now`);
    await w.deliver(await w.run(), {
      ending: "reply",
      phase: "rcpt",
      code: 451,
      enhanced: "4.7.1",
      response: "451 later",
    });
    w.t.advance(DAY_MS);
    expect(await w.run()).toEqual([]);
    await w.open();
    await w.t.post(`${w.at}/start`);
    const mails = await w.run();
    expect(mails.map(({ envelope }) => `${envelope.to[0]}`).toSorted()).toEqual([
      "ann@acme.test",
      "bob@acme.test",
    ]);
    const rows = await w.t.db.select().from(sends);
    expect(rows.filter(({ leadId }) => leadId === w.ann)).toHaveLength(1);
  });

  it("goes to one of many once, however many ask at the same time", async () => {
    const w = await world();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => w.t.post(`${w.at}/leads/${w.ann}/send-now`)),
    );
    expect(answers.every(({ status }) => status === 202 || status === 409)).toBe(true);
    expect(await w.run()).toHaveLength(1);
  });
});

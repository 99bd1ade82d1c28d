import { describe, expect, it } from "vitest";
import { campaignMailboxes } from "#modules/campaigns/schema/campaigns.ts";
import type { CampaignId, MailboxId } from "#platform/rules/ids.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { rowsOf } from "#test/support/upload.ts";

const STEPS = [
  { subject: "One {{ first_name }}", bodyText: "1" },
  { delay: 2, delayUnit: "days" as const, bodyText: "2" },
  { delay: 2, delayUnit: "days" as const, bodyText: "3" },
];
const LEADS = ["ann@a.test", "bob@b.test", "cid@c.test"];

/** Two campaigns: leads are in the first one. */
async function play(options: { shared?: boolean; steps?: typeof STEPS } = {}) {
  const world = await companionPlay();
  const { t, wid, base } = world;
  const a = await seedOutreach(t, wid, { leads: LEADS, steps: STEPS });
  const b = await seedOutreach(t, wid, {
    leads: [],
    steps: options.steps ?? STEPS,
    mailboxes: [{ email: "other@ours.test" }],
  });
  if (options.shared) {
    await t.db.insert(campaignMailboxes).values({
      workspaceId: a.workspaceId,
      campaignId: b.campaignId,
      mailboxId: a.mailboxIds[0] as MailboxId,
    });
  }
  const from = `${base}/${a.campaignId}/leads`;
  const call = async (path: string, body: object) => {
    const answer = await t.post(path, { choice: { filter: {} }, ...body });
    expect([answer.status, answer.json.errors]).toEqual([200, undefined]);
    return answer.json;
  };
  return {
    ...world,
    a,
    b,
    from,
    remove: (body: object = {}) => call(`${from}/remove`, body),
    move: (body: object = {}) => call(`${from}/move`, { to_campaign_id: b.campaignId, ...body }),
    places: (id: CampaignId) =>
      rowsOf(
        t,
        `SELECT e.lead_id, e.status, e.current_step, e.mailbox_id, e.skip_detail FROM campaign_leads e
         WHERE e.campaign_id = ${id} ORDER BY e.lead_id`,
      ),
    leadsOf: async (id: CampaignId) =>
      (
        await rowsOf(
          t,
          `SELECT leads FROM stats WHERE campaign_id = ${id} AND dimension = 'total' AND key = ''`,
        )
      )[0]?.["leads"] ?? 0,
  };
}

describe("leads that are removed from a campaign", () => {
  it("200: who had nothing leaves no trace, who had mail stays in the history; nobody gets more", async () => {
    const { t, a, run, deliver, remove, places, from } = await play();
    const first = await run();
    expect(first).toHaveLength(3);
    await deliver(first);
    await t.client.execute(
      `INSERT INTO leads (workspace_id, email, domain, created_at, updated_at) SELECT workspace_id, 'dan@d.test', 'd.test', 0, 0 FROM leads LIMIT 1`,
    );
    const [dan] = await rowsOf(t, "SELECT id FROM leads WHERE email = 'dan@d.test'");
    const leads = from.replace(/campaigns.*/, "leads/add-to-campaign");
    await t.post(leads, { campaign_id: a.campaignId, lead_ids: [dan?.["id"]] });
    const preview = await remove({ dry_run: true });
    expect(preview).toMatchObject({
      dry_run: true,
      leads: 4,
      waiting: 0,
      leaving: 0,
      has_more: false,
    });
    expect(await remove()).toMatchObject({ dry_run: false, leads: 4 });
    expect(await remove()).toMatchObject({ leads: 0 });
    expect(await places(a.campaignId)).toEqual(
      a.leadIds.map((lead_id) => ({
        lead_id,
        status: "skipped",
        current_step: 1,
        mailbox_id: a.mailboxIds[0],
        skip_detail: "removed",
      })),
    );
    t.advance(10 * DAY_MS);
    expect(await run()).toEqual([]);
    expect(await rowsOf(t, "SELECT count(*) AS n FROM leads")).toEqual([{ n: 4 }]);
    expect(await rowsOf(t, "SELECT state, count(*) AS n FROM sends GROUP BY 1")).toEqual([
      { state: "sent", n: 3 },
    ]);
    const log = await rowsOf(
      t,
      "SELECT details FROM audit_log WHERE action = 'leads.removed_from_campaign'",
    );
    expect(log).toEqual([{ details: '{"leads":4}' }]);
  });

  it("what is claimed is withheld by the gate; what is past it leaves once and is settled", async () => {
    const { t, a, claimed, ask, settle, remove, places } = await playClaimed();
    const preview = await remove({ dry_run: true });
    expect(preview).toMatchObject({ leads: 3, waiting: 0, claimed: 3, leaving: 0 });
    const [first] = claimed;
    expect(await ask(claimed.slice(0, 1))).toEqual([first?.ticket]);
    expect(await remove()).toMatchObject({ leads: 3, claimed: 2, leaving: 1 });
    expect(await ask(claimed.slice(1))).toEqual([]);
    await settle(claimed.slice(0, 1));
    expect(await rowsOf(t, "SELECT state, count(*) AS n FROM sends GROUP BY 1 ORDER BY 1")).toEqual(
      [
        { state: "cancelled", n: 2 },
        { state: "sent", n: 1 },
      ],
    );
    expect((await places(a.campaignId)).map((row) => row["status"])).toEqual([
      "skipped",
      "skipped",
      "skipped",
    ]);
  });

  it("404 for what is not here; a client may not; leads of the choice alone", async () => {
    const { t, base, from, remove, a } = await play();
    expect((await t.post(`${base}/999/leads/remove`, { choice: { filter: {} } })).status).toBe(404);
    expect((await t.post(`${from}/remove`, { choice: { segment_id: 9 } })).status).toBe(404);
    expect((await t.post(`${from}/remove`, {})).status).toBe(422);
    expect((await remove({ choice: { lead_ids: [a.leadIds[1]] } })).leads).toBe(1);
    expect((await remove({ choice: { filter: { q: "cid" } }, status: "pending" })).leads).toBe(1);
    expect((await remove({ status: "paused" })).leads).toBe(0);
    await assertNoScans(t.client, () => remove({ dry_run: true }));
  });
});

/** Mails that are claimed, and not asked for at the gate yet. */
async function playClaimed() {
  const world = await play();
  const claimed = await world.run();
  const ask = async (mails: typeof claimed) => (await world.intend(mails)).granted;
  return { ...world, claimed, ask };
}

describe("leads that are moved to another campaign", () => {
  it("200: they go on behind the steps that they had, from the mailbox that they know, and get no step twice", async () => {
    const { t, a, b, run, deliver, move, places, leadsOf } = await play({ shared: true });
    await deliver(await run());
    const preview = await move({ dry_run: true });
    expect(preview).toMatchObject({
      dry_run: true,
      leads: 3,
      moved: 3,
      stay: {},
      steps: [{ step: 2, leads: 3 }],
      hint: null,
    });
    expect(await places(b.campaignId)).toEqual([]);
    expect(await move()).toMatchObject({ moved: 3 });
    expect(await move()).toMatchObject({ leads: 0, moved: 0 });
    expect(await places(b.campaignId)).toEqual(
      a.leadIds.map((lead_id) => ({
        lead_id,
        status: "in_progress",
        current_step: 1,
        mailbox_id: a.mailboxIds[0],
        skip_detail: null,
      })),
    );
    expect((await places(a.campaignId))[0]).toMatchObject({
      status: "skipped",
      skip_detail: `moved_to_campaign:${b.campaignId}`,
    });
    expect(await leadsOf(b.campaignId)).toBe(3);
    // They keep their waiting time, and begin a thread of their own.
    expect(await run()).toEqual([]);
    t.advance(2 * DAY_MS);
    const next = await run();
    expect(
      next.map(({ envelope, subject, in_reply_to }) => [envelope.from, subject, in_reply_to]),
    ).toEqual(["ann", "bob", "cid"].map((name) => ["sender1@ours.test", `One ${name}`, null]));
    await deliver(next);
    t.advance(2 * DAY_MS);
    const last = await run();
    expect(last.map(({ subject }) => subject).toSorted()).toEqual([
      "Re: One ann",
      "Re: One bob",
      "Re: One cid",
    ]);
    expect(last.every(({ in_reply_to }) => in_reply_to !== null)).toBe(true);
  });

  it("200: at a step, after its wait; who had no mail leaves no trace, and can come back", async () => {
    const { t, a, b, base, run, move, places, leadsOf } = await play();
    expect(await move({ at_step: 3, dry_run: true })).toMatchObject({
      steps: [{ step: 3, leads: 3 }],
    });
    await move({ at_step: 3 });
    expect(await places(a.campaignId)).toEqual([]);
    expect((await places(b.campaignId))[0]).toMatchObject({ status: "pending", current_step: 2 });
    expect(await run()).toEqual([]);
    t.advance(2 * DAY_MS + 1);
    const mails = await run();
    expect(mails.map(({ text }) => text?.slice(0, 1))).toEqual(["3", "3", "3"]);
    const back = await t.post(`${base}/${b.campaignId}/leads/move`, {
      to_campaign_id: a.campaignId,
      choice: { filter: {} },
    });
    expect(back.json).toMatchObject({ claimed: 3, moved: 3, steps: [{ step: 3, leads: 3 }] });
    expect(await leadsOf(b.campaignId)).toBe(3);
  });

  it("who is there already, may not be written to or had every step stays, and is counted", async () => {
    const { t, a, b, base, move, places } = await play({ steps: STEPS.slice(0, 1) });
    const [ann, bob, cid] = a.leadIds;
    const enrol = base.replace(/campaigns$/, "leads/add-to-campaign");
    await t.put(`${base}/${b.campaignId}`, { exclude_other_active_campaigns: false });
    await t.post(enrol, { campaign_id: b.campaignId, lead_ids: [ann] });
    await t.client.execute(`UPDATE leads SET bounced_at = 1 WHERE id = ${bob}`);
    await t.client.execute(`UPDATE campaign_leads SET current_step = 1 WHERE lead_id = ${cid}`);
    const stay = { already_in_campaign: 1, bounced: 1, past_last_step: 1 };
    expect(await move({ dry_run: true })).toMatchObject({ leads: 3, moved: 0, stay });
    expect(await move()).toMatchObject({ moved: 0, stay });
    expect((await places(a.campaignId)).map((row) => row["status"])).toEqual([
      "pending",
      "pending",
      "pending",
    ]);
    expect(await move({ at_step: 1 })).toMatchObject({ moved: 1 });
  });

  it("a pause moves with the lead, and goes on when it is over", async () => {
    const { t, a, b, from, base, move, run } = await play();
    const [ann] = a.leadIds;
    const until = new Date(t.clock.now + DAY_MS).toISOString();
    await t.put(`${from}/${ann}`, { status: "paused", until });
    await move({ choice: { lead_ids: [ann] } });
    const shown = await t.get(`${base}/${b.campaignId}/leads`);
    expect(shown.json.data[0]).toMatchObject({ lead_id: ann, status: "paused", held_until: until });
    expect((await run()).some(({ envelope }) => envelope.to[0] === "ann@a.test")).toBe(false);
    t.advance(DAY_MS + 1);
    expect((await run()).map(({ envelope }) => envelope.to[0])).toContain("ann@a.test");
  });

  it("a mail that is past the gate leaves once, and its step is not repeated in the other campaign", async () => {
    const { t, a, b, claimed, ask, settle, run, move } = await playClaimed();
    await ask(claimed.slice(0, 1));
    expect(await move()).toMatchObject({
      moved: 3,
      claimed: 2,
      leaving: 1,
      steps: [
        { step: 1, leads: 2 },
        { step: 2, leads: 1 },
      ],
    });
    expect(await ask(claimed.slice(1))).toEqual([]);
    await settle(claimed.slice(0, 1));
    const to = claimed[0]?.envelope.to[0];
    const next = await run();
    expect(next.map(({ envelope }) => envelope.to[0])).not.toContain(to);
    expect(next).toHaveLength(2);
    expect(a.campaignId).not.toBe(b.campaignId);
    const twice = await rowsOf(
      t,
      "SELECT lead_id, step FROM sends WHERE state IN ('sent', 'leased', 'sending') GROUP BY 1, 2 HAVING count(*) > 1",
    );
    expect(twice).toEqual([]);
  });

  it("422 for the same campaign and a step that is not there; 404 for a foreign one", async () => {
    const { t, a, b, from } = await play();
    const codes = async (body: object) => {
      const { status, json } = await t.post(`${from}/move`, { choice: { filter: {} }, ...body });
      return [status, json.errors[0]?.code ?? json.code];
    };
    expect(await codes({ to_campaign_id: a.campaignId })).toEqual([422, "same"]);
    expect(await codes({ to_campaign_id: b.campaignId, at_step: 4 })).toEqual([
      422,
      "no_such_step",
    ]);
    expect(await codes({ to_campaign_id: 999 })).toEqual([404, "not_found"]);
  });
});

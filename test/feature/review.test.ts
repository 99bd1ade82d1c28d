import { describe, expect, it } from "vitest";
import type { EnrolmentListItem } from "#modules/campaigns/contract/campaigns.ts";
import type { LeadListItem } from "#modules/leads/contract/leads.ts";
import { DAY_MS, iso } from "#platform/rules/time.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { upload } from "#test/support/upload.ts";

const LEADS = ["ann@acme.test", "bob@brick.test", "cid@cobalt.test", "dan@delta.test"];
const LATER = "2027-01-01T00:00:00.000Z";

describe("before a campaign starts", () => {
  it("its readiness says what a start would warn of, and whom of its lists it leaves out and why", async () => {
    const { t, wid, base } = await companionPlay();
    const { campaignId } = await seedOutreach(t, wid, {
      leads: [],
      mailboxes: [],
      campaign: { status: "draft", allowRisky: false },
    });
    const path = `${base}/${campaignId}`;
    const list = (await upload(t, wid, `email\n${LEADS.join("\n")}\n`)).json.list_id;
    await t.client.execute(
      "UPDATE leads SET validation_status = 'invalid' WHERE email LIKE 'ann%'",
    );
    await t.client.execute("UPDATE leads SET validation_status = 'risky' WHERE email LIKE 'bob%'");
    const leads = `/api/v1/workspaces/${wid}/leads`;
    await t.post(`${leads}/add-to-campaign`, { campaign_id: campaignId, list_id: list });
    await upload(t, wid, [
      ["list_id", String(list)],
      ["file", "email\nnew@firm.test\n"],
    ]);

    const { json } = await t.get(`${path}/readiness`);
    expect(json.lists).toEqual([
      {
        id: list,
        name: expect.any(String),
        in_campaign: 2,
        not_added: 1,
        left_out: {
          suppressed: 0,
          unsubscribed: 0,
          bounced: 0,
          invalid: 1,
          risky_blocked: 1,
          in_other_campaign: 0,
        },
        complete: true,
      },
    ]);
    const started = await t.post(`${path}/start`);
    expect(json.warnings).toEqual(started.json.warnings);
    expect(json.warnings.map(({ code }: { code: string }) => code)).toContain("no_mailboxes");
    await expect(
      assertNoScans(t.client, () => t.get(`${path}/readiness`)),
    ).resolves.toBeUndefined();
    expect((await t.get(`${base}/999/readiness`)).status).toBe(404);
  });

  it("the simulation names leads that are left out, by the reason", async () => {
    const { t, wid, base } = await companionPlay();
    const { campaignId, leadIds } = await seedOutreach(t, wid, {
      leads: LEADS,
      steps: [{ subject: "Hi {{ first_name }}", bodyText: "Hello" }],
    });
    await t.client.execute("UPDATE leads SET first_name = '' WHERE email LIKE 'dan%'");
    await t.client.execute(
      "UPDATE leads SET validation_status = 'invalid' WHERE email LIKE 'ann%'",
    );
    await t.put(`${base}/${campaignId}/leads/${leadIds[1]}`, { status: "paused" });
    const { json } = await t.post(`${base}/${campaignId}/simulate`, { days: 3 });
    expect(json.left_out_leads).toEqual([
      { lead_id: leadIds[0], email: LEADS[0], reason: "invalid" },
      { lead_id: leadIds[1], email: LEADS[1], reason: "paused" },
      { lead_id: leadIds[3], email: LEADS[3], reason: "missing_variable" },
    ]);
  });
});

describe("lists of leads", () => {
  it("say what happened last, when the next email is due, and what keeps it back", async () => {
    const { t, wid, base, run, deliver } = await companionPlay();
    const { campaignId, leadIds } = await seedOutreach(t, wid, {
      leads: LEADS,
      steps: [{ subject: "Hi" }, { delay: 2, delayUnit: "days", bodyText: "Again" }],
    });
    await deliver(await run());
    const sentAt = iso(t.clock.now);
    t.advance(DAY_MS / 4);
    await t.client.execute(
      `UPDATE sends SET opened_at = ${t.clock.now} WHERE lead_id = ${leadIds[0]}`,
    );
    const path = `${base}/${campaignId}`;
    await t.put(`${path}/leads/${leadIds[1]}`, { status: "paused", until: LATER });
    await t.post(`/api/v1/workspaces/${wid}/suppressions`, { email: LEADS[2] });

    const standing = async () => {
      const enrolled: EnrolmentListItem[] = (await t.get(`${path}/leads`)).json.data;
      const leads: LeadListItem[] = (await t.get(`/api/v1/workspaces/${wid}/leads?order=asc`)).json
        .data;
      // Both lists say the same.
      expect(leads.map((lead) => [lead.last_event, lead.campaign?.decided_by])).toEqual(
        enrolled.map((row) => [row.last_event, row.decided_by]),
      );
      return { enrolled, leads };
    };
    const { enrolled, leads } = await standing();
    expect(enrolled.map((row) => [row.last_event?.type, row.decided_by])).toEqual([
      ["opened", null],
      ["sent", "paused"],
      ["sent", expect.stringMatching(/^(suppressed|finished)$/)],
      ["sent", null],
    ]);
    expect(enrolled[3]?.last_event).toEqual({ type: "sent", at: sentAt, campaign_id: campaignId });
    expect(leads[0]?.campaign).toMatchObject({
      id: campaignId,
      name: "Spring",
      status: "active",
      lead_status: "in_progress",
      current_step: 1,
      steps: 2,
      next_send_at: enrolled[0]?.next_send_at,
      others: 0,
    });

    await t.post(`${path}/pause`);
    const paused = await standing();
    expect(paused.enrolled[0]?.decided_by).toBe("campaign");
    // A running sequence counts before a newer place that is over.
    const other = (await t.post(base, { name: "Other" })).json.id;
    await t.client
      .execute(`INSERT INTO campaign_leads (workspace_id, campaign_id, lead_id, status, entered_at)
      VALUES (${wid}, ${other}, ${leadIds[0]}, 'completed', ${t.clock.now})`);
    const [first] = (await t.get(`/api/v1/workspaces/${wid}/leads?order=asc`)).json.data;
    expect(first.campaign).toMatchObject({ id: campaignId, others: 1 });
    await expect(
      assertNoScans(t.client, async () => {
        await t.get(`${path}/leads`);
        await t.get(`/api/v1/workspaces/${wid}/leads`);
      }),
    ).resolves.toBeUndefined();
  });

  it("name no campaign for leads that are in none, or in a deleted one", async () => {
    const { t, wid, base } = await companionPlay();
    const { campaignId } = await seedOutreach(t, wid, { leads: LEADS.slice(0, 1) });
    await upload(t, wid, "email\nnobody@firm.test\n");
    await t.delete(`${base}/${campaignId}`);
    const { data } = (await t.get(`/api/v1/workspaces/${wid}/leads`)).json;
    expect(data.map(({ campaign, last_event }: LeadListItem) => [campaign, last_event])).toEqual([
      [null, null],
      [null, null],
    ]);
  });
});

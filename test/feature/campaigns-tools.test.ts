import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { campaignLeads, campaigns, steps } from "#modules/campaigns/schema/campaigns.ts";
import { leads, suppressions } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { dailyUsage } from "#modules/mailboxes/schema/usage.ts";
import { plainHash } from "#modules/leads/rules/suppression-hash.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { seedOutreach } from "#test/support/outreach.ts";

const TWO_STEPS = [
  {
    subject: "{Hello|Hi} {{ first_name }}",
    bodyHtml: '<p>Dear {{ first_name }}, see <a href="https://example.com/a">this</a>.</p>',
    variants: [
      {
        id: "b",
        label: "B",
        subject: "",
        body_html: "<p>Other words for {{ first_name }}</p>",
        body_text: "",
        weight: 50,
        is_active: true,
      },
    ],
  },
  { delay: 2, delayUnit: "days" as const, bodyHtml: "<p>Again, {{ first_name }}</p>" },
];

describe("preview", () => {
  it("200: shows exactly what leaves: words, arm, sender, thread, without tracking or effects", async () => {
    const { t, wid, base, run, deliver } = await companionPlay();
    const seeded = await seedOutreach(t, wid, {
      leads: ["ann@acme.test", "bob@acme.test", "cid@acme.test", "dan@acme.test"],
      steps: TWO_STEPS,
      mailboxes: [{ signatureText: "Sam" }],
      campaign: { trackOpens: false, trackClicks: false },
    });
    const path = `${base}/${seeded.campaignId}/preview`;
    const before = await Promise.all(
      seeded.leadIds.map(async (lead_id) => (await t.post(path, { lead_id })).json),
    );
    expect(new Set(before.map((p) => p.variant))).toEqual(new Set(["control", "B"]));
    expect(await t.db.select().from(sends)).toEqual([]);
    const first = await run();
    for (const [i, mail] of first.entries()) {
      const shown = before.find((p) => p.to === mail.envelope.to[0]);
      expect(shown, String(i)).toMatchObject({
        subject: mail.subject,
        from: { email: mail.from.address, name: mail.from.name },
        step: { position: 1 },
        missing: [],
        error: null,
      });
      // Only the token of the send itself is not known before.
      const bare = (text: string | null) => text?.replace(/\/unsubscribe\/[\w-]+/g, "");
      expect(bare(shown.html)).toBe(bare(mail.html));
      expect(bare(shown.text)).toBe(bare(mail.text));
    }
    await deliver(first);
    const next = (await t.post(path, { lead_id: seeded.leadIds[0] })).json;
    expect(next).toMatchObject({ step: { position: 2 }, same_thread: true });
    t.advance(2 * DAY_MS);
    const again = (await run()).find((m) => m.envelope.to[0] === next.to);
    expect(next.subject).toBe(again?.subject);
  });

  it("200: words that are being written are shown whole, with their subject, in every arm", async () => {
    const { t, wid, base } = await companionPlay();
    const { campaignId, leadIds } = await seedOutreach(t, wid, {
      leads: ["ann@acme.test"],
      steps: [{ subject: "", bodyText: "Old" }, ...TWO_STEPS.slice(1)],
    });
    const path = `${base}/${campaignId}`;
    const [first, second] = (await t.get(path)).json.steps;
    const arm = { label: "B", weight: 50, is_active: true, body_text: "Hey", body_html: "" };
    const draft = {
      subject: "Floors",
      body_text: "New",
      variants: [{ ...arm, subject: "Roofs" }],
    };
    const lead_id = leadIds[0];
    const shown = async (body: object) => {
      const answer = await t.post(`${path}/preview`, { lead_id, ...body });
      expect(answer.status, answer.text).toBe(200);
      return [answer.json.subject, answer.json.same_thread];
    };
    expect(await shown({ step_id: first.id, variant: "control", draft })).toEqual([
      "Floors",
      false,
    ]);
    expect(await shown({ step_id: first.id, variant: "B", draft })).toEqual(["Roofs", false]);
    expect(await shown({ step_id: second.id, draft: { subject: "Doors" } })).toEqual([
      "Doors",
      false,
    ]);
    // Nothing of it is stored.
    expect(await shown({ step_id: first.id })).toEqual(["", false]);
  });

  it("200: an invented lead stands in, with placeholders for what only real ones have", async () => {
    const { t, wid, base } = await companionPlay();
    const { campaignId } = await seedOutreach(t, wid, {
      leads: [],
      steps: [{ subject: "{{ custom.city }}", bodyText: "Hi {{ first_name }} of {{ company }}" }],
    });
    await t.post(`${base}/${campaignId}/mailboxes`, { mailbox_ids: [] });
    const shown = await t.post(`${base}/${campaignId}/preview`);
    expect(shown.status, shown.text).toBe(200);
    expect(shown.json).toMatchObject({
      lead_id: null,
      from: null,
      html: null,
      subject: "[city]",
      text: expect.stringMatching(/^Hi Ann of Example Ltd/),
      missing: ["custom.city"],
      preflight: { checked: 0, held: 0, complete: true, variables: [] },
    });
  });

  it("200: the preflight counts who would be held at any step, by variable", async () => {
    const { t, wid, base, run } = await companionPlay();
    const { campaignId, leadIds } = await seedOutreach(t, wid, {
      leads: ["a@x.test", "b@x.test", "c@x.test"],
      steps: [
        { subject: "Hi", bodyText: "{{ company }}" },
        { delay: 1, bodyText: "{{ phone }} {{ company | default: 'you' }}" },
      ],
    });
    const [a, b] = leadIds;
    await t.db
      .update(leads)
      .set({ company: "Acme" })
      .where(eq(leads.id, a as never));
    await t.db
      .update(leads)
      .set({ company: "Ode", phone: "1" })
      .where(eq(leads.id, b as never));
    const shown = (await t.post(`${base}/${campaignId}/preview`, { lead_id: leadIds[2] })).json;
    expect(shown.preflight).toEqual({
      checked: 3,
      complete: true,
      held: 2,
      variables: [
        { name: "phone", leads: 2 },
        { name: "company", leads: 1 },
      ],
    });
    expect(shown).toMatchObject({ missing: ["company"], error: null });
    expect((await run()).map((m) => m.envelope.to[0])).toEqual(["a@x.test", "b@x.test"]);
    const [held] = await t.db
      .select()
      .from(campaignLeads)
      .where(eq(campaignLeads.status, "skipped"));
    expect(held?.skipDetail).toBe("company");
  });

  it("404 and 409: a foreign lead, step or campaign, and a campaign without steps", async () => {
    const { t, wid, base } = await companionPlay();
    const { campaignId } = await seedOutreach(t, wid, { steps: TWO_STEPS });
    const other = (await t.post("/api/v1/workspaces", { name: "Other", slug: "other" })).json;
    const foreign = await seedOutreach(t, other.id, { leads: ["x@y.test"] });
    const [theirStep] = await t.db
      .select()
      .from(steps)
      .where(eq(steps.campaignId, foreign.campaignId));
    const path = `${base}/${campaignId}/preview`;
    for (const body of [{ lead_id: foreign.leadIds[0] }, { step_id: theirStep?.id }]) {
      expect((await t.post(path, body)).status).toBe(404);
    }
    expect((await t.post(`${base}/${foreign.campaignId}/preview`)).status).toBe(404);
    const bare = (await t.post(base, { name: "Bare" })).json;
    const none = await t.post(`${base}/${bare.id}/preview`);
    expect([none.status, none.json.code]).toEqual([409, "invalid_state"]);
    const wrong = await t.post(path, { lead: 1 });
    expect([wrong.status, wrong.json.errors[0].code]).toEqual([422, "unknown_field"]);
  });

  it("422: a mail that a step's loops make larger than 1 MB is refused, naming the step", async () => {
    const { t, wid, base } = await companionPlay();
    const loops = `{% assign x = "${"y".repeat(30_000)}" %}{% for i in (1..8000) %}{{ x }}{% endfor %}`;
    const { campaignId } = await seedOutreach(t, wid, {
      leads: ["ann@acme.test"],
      steps: [{ bodyHtml: `<p>${loops}</p>` }],
    });
    for (const [tool, body] of [
      ["preview", {}],
      ["test-email", { to: "me@mine.test" }],
    ] as const) {
      const answer = await t.post(`${base}/${campaignId}/${tool}`, body);
      expect(answer.status).toBe(422);
      expect(answer.json).toMatchObject({
        code: "template_output_too_large",
        detail: expect.stringContaining("1 MB"),
        errors: [{ path: "steps.0", code: "template_output_too_large" }],
      });
    }
  });
});

describe("test email", () => {
  it("202: one marked mail leaves through the mailbox; nothing is tracked, counted or settled", async () => {
    const { t, wid, base, taken, intend, settle } = await companionPlay();
    const { campaignId, leadIds, mailboxIds } = await seedOutreach(t, wid, {
      steps: TWO_STEPS,
      mailboxes: [{ dailyLimit: 0 }, { status: "paused" }],
      campaign: { cc: ["boss@ours.test"] },
    });
    const path = `${base}/${campaignId}/test-email`;
    const sent = await t.post(path, { to: "Me@Mine.test ", lead_id: leadIds[0] });
    expect(sent.status, sent.text).toBe(202);
    const [mail] = taken;
    expect(taken).toHaveLength(1);
    expect(mail).toMatchObject({
      ticket: expect.stringMatching(/^test:/),
      envelope: { from: "sender1@ours.test", to: ["me@mine.test"] },
      subject: expect.stringMatching(/^\[Test\] (Hello|Hi) ann$/),
      list_unsubscribe: null,
      in_reply_to: null,
    });
    expect(mail?.html).not.toMatch(/\/t\//);
    expect(sent.json).toMatchObject({
      from: { mailbox_id: mailboxIds[0], email: "sender1@ours.test" },
      to: "me@mine.test",
      subject: mail?.subject,
      message_id: mail?.message_id,
    });
    expect((await intend(taken)).granted).toEqual([mail?.ticket]);
    expect((await settle(taken)).settled).toEqual([mail?.ticket]);
    expect(await t.db.select().from(sends)).toEqual([]);
    expect(await t.db.select().from(dailyUsage)).toEqual([]);

    const second = { to: "me@mine.test", mailbox_id: mailboxIds[1], lead_id: leadIds[0] };
    expect((await t.post(path, second)).json.from.email).toBe("sender2@ours.test");
    const key = { "Idempotency-Key": "once" };
    const bodies = [await t.post(path, second, key), await t.post(path, second, key)];
    expect(bodies[0]?.json).toEqual(bodies[1]?.json);
    expect(taken).toHaveLength(3);
  });

  it("409, 422, 503: suppressed, held, without a mailbox, or while the mail service is away", async () => {
    const { t, wid, base, taken, state } = await companionPlay();
    const { campaignId, leadIds } = await seedOutreach(t, wid, {
      steps: [{ subject: "For {{ company }}", bodyText: "Hi" }],
    });
    const path = `${base}/${campaignId}/test-email`;
    await t.db.insert(suppressions).values({
      workspaceId: wid as never,
      kind: "domain",
      value: "blocked.test",
      hash: plainHash("blocked.test"),
      reason: "manual",
      createdAt: t.clock.now,
    });
    const suppressed = await t.post(path, { to: "me@blocked.test" });
    expect([suppressed.status, suppressed.json.errors]).toEqual([
      409,
      [expect.objectContaining({ path: "to", code: "suppressed" })],
    ]);
    const held = await t.post(path, { to: "me@mine.test", lead_id: leadIds[0] });
    expect([held.status, held.json.errors[0].code]).toEqual([422, "missing_variable"]);
    expect((await t.post(path, { to: "nobody" })).status).toBe(422);
    expect((await t.post(path, { to: "me@mine.test", mailbox_id: 999 })).status).toBe(404);
    state.away = true;
    const away = await t.post(path, { to: "me@mine.test" });
    expect([away.status, away.json.code]).toEqual([503, "upstream_unavailable"]);
    expect(taken).toEqual([]);
    await t.post(`${base}/${campaignId}/mailboxes`, { mailbox_ids: [] });
    const nobody = await t.post(path, { to: "me@mine.test" });
    expect([nobody.status, nobody.json.code]).toEqual([409, "invalid_state"]);
  });
});

describe("duplicate", () => {
  it("201: a draft with every setting, step and mailbox, and no lead", async () => {
    const { t, wid, base } = await companionPlay();
    const { campaignId, mailboxIds } = await seedOutreach(t, wid, {
      leads: ["ann@acme.test"],
      steps: TWO_STEPS,
      mailboxes: [{}, {}, {}],
      campaign: {
        dailyLimit: 7,
        ramp: { enabled: true, start: 1, increment: 2, ceiling: 9 },
        rotation: "weighted",
        maxPerDomainPerDay: 2,
        tags: ["a"],
        startedAt: 1 as never,
        restartSent: 4,
      },
    });
    await t.db
      .update(mailboxes)
      .set({ deletedAt: t.clock.now })
      .where(eq(mailboxes.id, mailboxIds[2] as never));
    const path = `${base}/${campaignId}`;
    const source = (await t.get(path)).json;
    const copy = await t.post(`${path}/duplicate`);
    expect(copy.status, copy.text).toBe(201);
    expect(copy.headers.get("location")).toBe(`${base}/${copy.json.id}`);
    const own = ["id", "name", "status", "steps", "stats", "sending_status", "created_at"];
    for (const [field, value] of Object.entries(source)) {
      if (!own.includes(field) && !field.endsWith("_at")) {
        expect([field, copy.json[field]]).toEqual([field, value]);
      }
    }
    expect(copy.json).toMatchObject({
      name: "Spring (copy)",
      status: "draft",
      started_at: null,
      mailbox_ids: mailboxIds.slice(0, 2),
      stats: { leads: 0 },
    });
    const words = (campaign: { steps: Record<string, unknown>[] }) =>
      campaign.steps.map(
        ({ id: _id, campaign_id: _campaign, created_at: _made, updated_at: _changed, ...s }) => s,
      );
    expect(words(copy.json)).toEqual(words(source));
    const [row] = await t.db.select().from(campaigns).where(eq(campaigns.id, copy.json.id));
    expect(row).toMatchObject({ epoch: 0, restartSent: 0, restartedAt: null });

    const named = await t.post(`${path}/duplicate`, { name: "Autumn" });
    expect(named.json.name).toBe("Autumn");
    expect((await t.post(`${path}/duplicate`, { name: " " })).status).toBe(422);
    expect((await t.post(`${base}/999/duplicate`)).status).toBe(404);
    expect((await t.get(path)).json).toEqual(source);
  });
});

describe("campaign tools", () => {
  it("walk no table", async () => {
    const { t, wid, base } = await companionPlay();
    const { campaignId, leadIds } = await seedOutreach(t, wid, {
      steps: TWO_STEPS,
      campaign: {
        maxPerDomainPerDay: 2,
        espMatch: "strict",
        stopForCompany: true,
        skipIfContactedDays: 9,
        rotation: "round_robin",
        ramp: { enabled: true, start: 5, increment: 1, ceiling: 9 },
      },
    });
    const path = `${base}/${campaignId}`;
    const lead = `${path}/leads/${leadIds[0]}`;
    const plans = assertNoScans(t.client, async () => {
      await t.get(path);
      await t.post(`${path}/preview`, { lead_id: leadIds[0] });
      await t.post(`${path}/test-email`, { to: "me@mine.test", lead_id: leadIds[0] });
      await t.post(`${path}/duplicate`);
      await t.post(`${path}/simulate`, { days: 3 });
      await t.get(`${lead}/explain`);
      await t.put(lead, { status: "paused", until: "2027-01-01T00:00:00Z" });
      await t.put(lead, { status: "active" });
      await t.tick();
    });
    await expect(plans).resolves.toBeUndefined();
  });

  it("404: another workspace's campaign and lead look as if they were not there", async () => {
    const { t, wid, base } = await companionPlay();
    const { campaignId, leadIds } = await seedOutreach(t, wid);
    const other = (await t.post("/api/v1/workspaces", { name: "Other", slug: "other" })).json;
    const theirs = `/api/v1/workspaces/${other.id}/campaigns/${campaignId}`;
    const lead = `${theirs}/leads/${leadIds[0]}`;
    const calls = [
      t.post(`${theirs}/preview`),
      t.post(`${theirs}/test-email`, { to: "me@mine.test" }),
      t.post(`${theirs}/duplicate`),
      t.post(`${theirs}/simulate`),
      t.get(`${lead}/explain`),
      t.put(lead, { status: "paused" }),
      t.get(`${base}/${campaignId}/leads/987/explain`),
      t.put(`${base}/${campaignId}/leads/987`, { status: "paused" }),
    ];
    for (const answer of await Promise.all(calls)) {
      expect([answer.status, answer.json.code]).toEqual([404, "not_found"]);
    }
  });
});

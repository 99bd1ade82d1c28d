import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { HOUR_MS, iso, later, MINUTE_MS } from "#platform/rules/time.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import { seedOutreach } from "#test/support/outreach.ts";

const at = (text: string) => unixMs(Date.parse(text));
const many = (count: number, domains = count) =>
  Array.from({ length: count }, (_, i) => `l${i}@x${i % domains}.test`);
const TWO = [
  { subject: "1", bodyText: "one" },
  { delay: 1, bodyText: "two" },
];
const MIDNIGHT = at("2026-11-18T00:00:00Z");
const HALF_HOUR = 30 * MINUTE_MS;
const weekend = (start: string, end: string) => ({
  timezone: "Europe/Berlin",
  windows: [{ days: [6, 7], start, end }],
});

describe("a weekend on which clocks change", () => {
  it("spring: the hour that is left out is left out, and who was due in it comes when it is over", async () => {
    const { t, wid, base, play } = await companionPlay({ now: at("2027-03-27T00:00:00Z") });
    const { campaignId } = await seedOutreach(t, wid, {
      leads: many(4),
      steps: TWO,
      mailboxes: [{ minGapSeconds: 1_200 }],
    });
    const { status } = await t.put(`${base}/${campaignId}`, {
      schedule: weekend("02:00", "03:20"),
    });
    expect(status).toBe(200);
    const sent = await play(4 * HOUR_MS, 20 * MINUTE_MS);
    t.clock.now = at("2027-03-28T00:00:00Z");
    sent.push(...(await play(4 * HOUR_MS, 20 * MINUTE_MS)));
    expect(sent.map((mail) => `${iso(unixMs(mail.at)).slice(5, 16)} ${mail.subject}`)).toEqual([
      // 02:00 to 03:00 by the old clock.
      "03-27T01:00 1",
      "03-27T01:20 1",
      "03-27T01:40 1",
      "03-27T02:00 1",
      // 03:00 by the new one: a day after 02:00 and 02:20, which this day does not have.
      "03-28T01:00 Re: 1",
    ]);
    expect((await t.get(`${base}/${campaignId}`)).json.sending_status.next_send_at).toBe(
      "2027-04-03T00:00:00.000Z",
    );
  });

  it("autumn: the hour that comes twice is used once, and the day of 25 hours has one day's limit", async () => {
    const { t, wid, base, play } = await companionPlay({ now: at("2026-10-24T23:00:00Z") });
    const { campaignId } = await seedOutreach(t, wid, {
      leads: many(20),
      mailboxes: [{ minGapSeconds: 1_200, timezone: "Europe/Berlin" }],
    });
    await t.put(`${base}/${campaignId}`, { schedule: weekend("02:00", "04:00"), daily_limit: 5 });
    const sent = await play(5 * HOUR_MS, 20 * MINUTE_MS);
    expect(sent.map((mail) => iso(unixMs(mail.at)).slice(5, 16))).toEqual([
      // 02:00, 02:20, 02:40 in summer time; in winter time they come again and nothing is sent.
      "10-25T00:00",
      "10-25T00:20",
      "10-25T00:40",
      "10-25T02:00",
      "10-25T02:20",
    ]);
  });
});

describe("limits stack", () => {
  it("the smallest wins on each day, and is the one that the campaign's status names", async () => {
    const { t, wid, base, play } = await companionPlay({ now: at("2026-11-16T00:00:00Z") });
    const { campaignId, mailboxIds } = await seedOutreach(t, wid, {
      leads: many(60, 10),
      steps: TWO,
      mailboxes: [
        { dailyLimit: 6, minGapSeconds: 1_800 },
        { dailyLimit: 10, minGapSeconds: 1_800, rampEnabled: true, rampIncrement: 2 },
      ],
    });
    const path = `${base}/${campaignId}`;
    await t.put(path, { daily_limit: 9, max_new_leads_per_day: 5, max_per_domain_per_day: 2 });
    const code = async () => (await t.get(path)).json.sending_status.code;

    const days: { total: number; fresh: number; code: string }[] = [];
    const senderOf = new Map<string, string>();
    const day = async () => {
      const sent = await play(6 * HOUR_MS, HALF_HOUR);
      const count = (key: "to" | "from", pick: (text: string) => string = (text) => text) =>
        Object.values(Object.groupBy(sent, (mail) => pick(mail[key]))).map((g) => g?.length ?? 0);
      expect(Math.max(...count("to", (to) => to.split("@")[1] ?? ""))).toBeLessThanOrEqual(2);
      for (const mail of sent) {
        // The same mailbox for all mails of a lead.
        expect(senderOf.get(mail.to) ?? mail.from).toBe(mail.from);
        senderOf.set(mail.to, mail.from);
      }
      // Follow-ups that are due from the day before go first.
      const kinds = sent.map((mail) => (mail.subject === "1" ? "new" : "follow-up"));
      const fresh = kinds.filter((kind) => kind === "new").length;
      days.push({ total: sent.length, fresh, code: await code() });
      t.advance(18 * HOUR_MS);
      return { sent, bySender: Object.groupBy(sent, (mail) => mail.from) };
    };

    const first = await day();
    // The second mailbox grows from two; the first has room, but five new leads are enough.
    expect(first.bySender["sender2@ours.test"]).toHaveLength(2);
    const second = await day();
    expect(second.bySender["sender1@ours.test"]?.length).toBeLessThanOrEqual(6);
    await day();
    // One mailbox alone: its six a day, follow-ups of the other's leads wait for it.
    await t.put(`/api/v1/workspaces/${wid}/mailboxes/${mailboxIds[1]}`, { status: "paused" });
    await t.put(path, { max_new_leads_per_day: 0 });
    const fourth = await day();
    expect(Object.keys(fourth.bySender)).toEqual(["sender1@ours.test"]);
    expect(days).toEqual([
      { total: 5, fresh: 5, code: "new_lead_limit_met" },
      { total: 9, fresh: 4, code: "campaign_daily_limit_met" },
      { total: 9, fresh: 5, code: "campaign_daily_limit_met" },
      { total: 6, fresh: 3, code: "mailbox_daily_limit_met" },
    ]);
  });
});

describe("leads with clocks of their own", () => {
  it("are written to in the sending hours where they live, as the simulation and explain foretell", async () => {
    const { t, wid, base, play } = await companionPlay({ now: MIDNIGHT });
    const names = ["tokyo", "berlin", "york", "mars", "nowhere"] as const;
    const { campaignId, leadIds } = await seedOutreach(t, wid, {
      leads: names.map((name) => `${name}@${name}.test`),
      steps: TWO,
      mailboxes: [{ minGapSeconds: 1_800 }],
    });
    const zones: Record<string, Record<string, string>> = {
      tokyo: { timezone: "Asia/Tokyo" },
      berlin: { time_zone: "Europe/Berlin" },
      york: { timezone: " America/New_York " },
      mars: { timezone: "Mars/Olympus" },
    };
    for (const name of names) {
      await t.db
        .update(leads)
        .set({ custom: zones[name] ?? {} })
        .where(eq(leads.firstName, name));
    }
    const path = `${base}/${campaignId}`;
    const schedule = {
      timezone: "Europe/London",
      windows: [{ days: [1, 2, 3, 4, 5], start: "09:00", end: "10:00" }],
      use_lead_timezone: true,
    };
    expect((await t.put(path, { schedule })).json.schedule).toMatchObject(schedule);

    const expected = [
      "18T00:00 tokyo 1", // 09:00 there
      "18T08:00 berlin 1",
      "18T09:00 mars 1", // unknown zones follow the campaign's clock
      "18T09:30 nowhere 1",
      "18T14:00 york 1",
      "19T00:00 tokyo Re: 1",
      "19T08:00 berlin Re: 1",
      "19T09:00 mars Re: 1",
      "19T09:30 nowhere Re: 1",
      "19T14:00 york Re: 1",
    ];
    const nameOf = (email: string) => email.split("@")[0];
    const foretold = await t.post(`${path}/simulate`, { days: 3 });
    expect(
      foretold.json.mails.map(
        (mail: { at: string; email: string; step: number }) =>
          `${mail.at.slice(8, 16)} ${nameOf(mail.email)} ${mail.step === 1 ? "1" : "Re: 1"}`,
      ),
    ).toEqual(expected);
    const york = `${path}/leads/${leadIds[2]}/explain`;
    expect((await t.get(york)).json).toMatchObject({
      decided_by: "schedule",
      earliest_at: "2026-11-18T14:00:00.000Z",
    });

    const early = await play(HOUR_MS, HALF_HOUR);
    const status = (await t.get(path)).json.sending_status;
    expect(status).toMatchObject({
      code: "out_of_schedule",
      next_send_at: "2026-11-18T08:00:00.000Z",
    });
    expect((await t.get(york)).json).toMatchObject({ earliest_at: "2026-11-18T14:00:00.000Z" });
    const sent = [...early];
    for (const hour of [8, 14, 24, 32, 38]) {
      t.clock.now = later(MIDNIGHT, hour * HOUR_MS);
      sent.push(...(await play(2 * HOUR_MS, HALF_HOUR)));
    }
    expect(
      sent.map((m) => `${iso(unixMs(m.at)).slice(8, 16)} ${nameOf(m.to)} ${m.subject}`),
    ).toEqual(expected);
    expect((await t.db.select().from(campaignLeads)).map((row) => row.status)).toEqual(
      names.map(() => "completed"),
    );
  });

  it("a lead whose window is shut stands in nobody's way", async () => {
    const { t, wid, base, play } = await companionPlay({ now: at("2026-11-18T12:00:00Z") });
    const { campaignId } = await seedOutreach(t, wid, { leads: many(120) });
    await t.db.update(mailboxes).set({ minGapSeconds: 60 });
    await t.db
      .update(leads)
      .set({ custom: { timezone: "Asia/Tokyo" } })
      .where(eq(leads.workspaceId, wid as never));
    await t.db.update(leads).set({ custom: {} }).where(eq(leads.firstName, "l119"));
    await t.put(`${base}/${campaignId}`, {
      schedule: {
        timezone: "UTC",
        windows: [{ days: [1, 2, 3, 4, 5], start: "09:00", end: "17:00" }],
        use_lead_timezone: true,
      },
    });
    expect((await play(MINUTE_MS)).map((mail) => mail.to)).toEqual(["l119@x119.test"]);
    // A schedule that is changed meanwhile counts within hours, not with the next morning of the old one.
    await t.put(`${base}/${campaignId}`, {
      schedule: { windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }] },
    });
    expect(await play(7 * HOUR_MS, HOUR_MS)).not.toHaveLength(0);
  });
});

describe("a schedule that is changed while leads wait", () => {
  const weekdays = {
    timezone: "UTC",
    windows: [{ days: [1, 2, 3, 4, 5], start: "09:00", end: "17:00" }],
  };
  const DELAYED = [
    { subject: "1", bodyText: "one" },
    { subject: "", bodyText: "two", delay: 3, delayUnit: "days" as const },
  ];

  it("counts for those who wait already: earlier where it allows more, later where it allows less", async () => {
    const { t, wid, base, play } = await companionPlay({ now: at("2026-11-18T12:00:00Z") });
    const { campaignId, leadIds } = await seedOutreach(t, wid, {
      leads: ["ann@a.test", "away@b.test"],
      steps: DELAYED,
    });
    const path = `${base}/${campaignId}`;
    await t.put(path, { schedule: weekdays });
    expect(await play(MINUTE_MS)).toHaveLength(2);
    const back = at("2026-11-22T10:00:00Z");
    await t.db
      .update(campaignLeads)
      .set({ heldUntil: back })
      .where(eq(campaignLeads.leadId, leadIds[1] as never));
    const waiting = async () =>
      (await t.get(`${path}/leads`)).json.data.map((row: { next_send_at: string }) =>
        row.next_send_at.slice(0, 16),
      );
    expect(await waiting()).toEqual(["2026-11-23T09:00", "2026-11-23T09:00"]);

    const everyDay = {
      ...weekdays,
      windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "17:00" }],
    };
    await t.put(path, { schedule: everyDay });
    expect(await waiting()).toEqual(["2026-11-21T12:00", "2026-11-22T10:00"]);
    expect((await t.get(`${path}/leads/${leadIds[0]}/explain`)).json).toMatchObject({
      decided_by: "delay",
      earliest_at: "2026-11-21T12:00:00.000Z",
    });

    await t.put(path, {
      schedule: { ...everyDay, windows: [{ days: [7], start: "11:00", end: "17:00" }] },
    });
    t.clock.now = at("2026-11-21T12:00:00Z");
    expect(await play(MINUTE_MS)).toEqual([]);
    expect((await t.get(`${path}/leads/${leadIds[0]}/explain`)).json).toMatchObject({
      decided_by: "schedule",
      earliest_at: "2026-11-22T11:00:00.000Z",
    });
    t.clock.now = at("2026-11-22T11:00:00Z");
    expect(await play(MINUTE_MS)).toHaveLength(2);
  });
});

describe("leads that lack what a mail names", () => {
  it("are held at that mail, as the simulation foretells, and take nobody's place", async () => {
    const { t, wid, base, play } = await companionPlay({ now: MIDNIGHT });
    const who = ["full", "nameless", "unfirmed", "spun", "custom"] as const;
    const { campaignId } = await seedOutreach(t, wid, {
      leads: who.map((name) => `${name}@${name}.test`),
      mailboxes: [{ minGapSeconds: 600 }],
      campaign: { dailyLimit: 3 },
      steps: [
        { subject: "1", bodyText: "Hi {{ firstName }}, {good|nice} {{ custom.city }}" },
        {
          bodyText:
            'At {{ company }}{% if title %}, {{ title }}{% endif %}. {{ x | default: "-" }}',
          delay: 1,
        },
      ],
    });
    await t.db.update(leads).set({ company: "Acme", custom: { city: "Bonn" } });
    const change = (name: (typeof who)[number], values: Partial<typeof leads.$inferInsert>) =>
      t.db.update(leads).set(values).where(eq(leads.firstName, name));
    await change("unfirmed", { company: " " });
    await change("custom", { custom: {} });
    await change("nameless", { firstName: "" });

    const path = `${base}/${campaignId}`;
    const foretold = (await t.post(`${path}/simulate`, { days: 3 })).json;
    expect(foretold.left_out.missing_variable).toBe(2);
    expect(foretold).toMatchObject({ leads: 3, totals: { sent: 5, finished: 2, unfinished: 1 } });
    const sent = await play(25 * MINUTE_MS);
    t.clock.now = later(MIDNIGHT, 24 * HOUR_MS);
    sent.push(...(await play(25 * MINUTE_MS)));
    const told = foretold.mails.map(
      (mail: { at: string; email: string }) => `${mail.at.slice(8, 16)} ${mail.email}`,
    );
    expect(sent.map((m) => `${iso(unixMs(m.at)).slice(8, 16)} ${m.to}`)).toEqual(told);
    expect(
      (await t.db.select().from(campaignLeads)).map((row) => [row.status, row.skipReason]),
    ).toEqual([
      ["completed", null],
      ["skipped", "missing_variable"],
      ["skipped", "missing_variable"],
      ["completed", null],
      ["skipped", "missing_variable"],
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { Schedule } from "#platform/rules/schedule.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, iso } from "#platform/rules/time.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";

const BERLIN: Schedule = {
  timezone: "Europe/Berlin",
  windows: [{ days: [1, 2, 3, 4, 5], start: "09:00", end: "17:00" }],
  start_date: null,
  end_date: null,
  use_lead_timezone: false,
  holidays: ["2026-12-07"],
};

/** A campaign in Berlin that hears from Ann, on Wednesday 18 November at 13:00, that she is away. */
async function absent(text: string, change: Parameters<typeof outreach>[0] = {}, subject?: string) {
  const o = await outreach({ ...change, campaign: { schedule: BERLIN, ...change.campaign } });
  const headers = { "auto-submitted": "auto-replied" };
  o.world.put(
    answerTo(o.mails[0], { text, headers, subject: subject ?? "Automatische Antwort: Hello ann" }),
  );
  await o.sync();
  const held = async () => {
    const [lead] = await o.t.db.select().from(campaignLeads);
    return lead?.heldUntil == null ? null : iso(lead.heldUntil);
  };
  return { ...o, held };
}

describe("an absence notice", () => {
  it("in German with a date holds the lead until the business day after the return", async () => {
    const o = await absent(
      "Guten Tag,\n\nvielen Dank für Ihre Nachricht. Ich bin im Urlaub und am\n3. Dezember zurück.\n\nViele Grüße\nAnn",
    );
    // Thursday 3 December is the first day back: Friday, when the campaign's day begins.
    expect(await o.held()).toBe("2026-12-04T08:00:00.000Z");
    expect(await o.enrolments()).toEqual(["in_progress"]);
    expect(await o.eventsOf("lead.replied")).toEqual([]);

    o.t.clock.now = unixMs(Date.UTC(2026, 11, 3, 12));
    expect(await o.transmit()).toEqual([]);
    o.t.clock.now = unixMs(Date.UTC(2026, 11, 4, 7, 59));
    expect(await o.transmit()).toEqual([]);
    o.t.clock.now = unixMs(Date.UTC(2026, 11, 4, 8, 1));
    expect((await o.transmit()).map((mail) => mail.to[0]?.address)).toEqual(["ann@acme.test"]);
  });

  it.each([
    [
      "a holiday of the campaign is no business day",
      "Ich bin bis zum 4.12. nicht im Büro.",
      "2026-12-09",
    ],
    [
      "what we wrote ourselves counts for nothing",
      "Bin bald zurück.\n\nAm 18.11.2026 schrieb Sender:\n> Zurück am 30. Dezember?",
      null,
    ],
    ["the date in the subject", "Ich bin nicht da.", "2026-12-01", "Abwesend bis 29.11.2026"],
    [
      "our own subject in it",
      "Ich bin nicht da.",
      null,
      "Automatische Antwort: Hello ann bis zum 3.12.",
    ],
  ] as [string, string, string | null, string?][])("%s", async (_name, text, day, subject) => {
    const o = await absent(
      text,
      subject?.includes("Hello ann bis")
        ? {
            steps: [
              { subject: "Hello {{ first_name }} bis zum 3.12.", bodyText: "x" },
              { delay: 1, bodyText: "y" },
            ],
          }
        : {},
      subject,
    );
    const held = (await o.held())?.slice(0, 10);
    const week = iso(unixMs(o.t.clock.now + 7 * DAY_MS)).slice(0, 10);
    expect(held).toBe(day ?? week);
  });

  it("holds as the campaign is set: more business days, other days without a date, or not at all", async () => {
    const settings = { enabled: true, fallback_days: 14, business_days_after_return: 3 };
    const dated = await absent("Back on Monday 30 November 2026", {
      campaign: { oooHold: settings },
    });
    expect((await dated.held())?.slice(0, 10)).toBe("2026-12-03");
    const vague = await absent("I am away.", { campaign: { oooHold: settings } });
    expect((await vague.held())?.slice(0, 10)).toBe("2026-12-02");
    const off = await absent("Back on Monday 30 November 2026", {
      campaign: { oooHold: { ...settings, enabled: false } },
    });
    expect(await off.held()).toBeNull();
    off.t.advance(2 * DAY_MS);
    expect(await off.transmit()).toHaveLength(1);
  });

  it("a return that comes before the next step anyway holds nothing up", async () => {
    const o = await absent("Morgen bin ich wieder da, am 19.11.", {
      steps: [
        { subject: "Hello {{ first_name }}", bodyText: "Hi" },
        { delay: 9, delayUnit: "days", bodyText: "Again" },
      ],
    });
    const [lead] = await o.t.db.select().from(campaignLeads);
    expect(lead?.nextSendAt).toBeGreaterThan(lead?.heldUntil ?? 0);
    expect((await o.held())?.slice(0, 10)).toBe("2026-11-20");
  });
});

describe("one of a company answers", () => {
  const company = ["ann@acme.test", "bob@acme.test", "cy@acme.test", "dan@brick.test"];

  it("reply stops, company stops: its other people are skipped, nobody else", async () => {
    const o = await outreach({ leads: company, campaign: { stopForCompany: true } });
    o.t.advance(2 * DAY_MS);
    // Bob's follow-up is claimed and not yet on the wire.
    await o.t.tick();
    o.world.put(answerTo(o.mails.find((m) => m.to[0]?.address === "ann@acme.test")));
    await o.sync();
    const rows = await o.t.db.select().from(campaignLeads);
    expect(rows.map((row) => [row.status, row.skipReason])).toEqual([
      ["replied", null],
      ["skipped", "domain_stopped"],
      ["skipped", "domain_stopped"],
      ["in_progress", null],
    ]);
    const waiting = (await o.t.db.select().from(sends)).filter((s) => s.step === 2);
    expect(waiting.filter((s) => s.state === "cancelled").length).toBeGreaterThanOrEqual(3);
    const late = await o.transmit();
    expect(late.map((m) => m.to[0]?.address)).toEqual(["dan@brick.test"]);
    if (o.t.database === "libsql") {
      o.world.put(answerTo(o.mails.find((m) => m.to[0]?.address === "dan@brick.test")));
      await assertNoScans(o.t.client, () => o.sync());
    }
  });

  it("an absence notice stops nobody, nor does a domain that gives addresses to all", async () => {
    const o = await outreach({
      leads: ["ann@acme.test", "bob@acme.test", "eve@gmail.com", "fay@gmail.com"],
      campaign: { stopForCompany: true },
    });
    const of = (address: string) => o.mails.find((m) => m.to[0]?.address === address);
    o.world.put(answerTo(of("ann@acme.test"), { headers: { "auto-submitted": "auto-replied" } }));
    o.world.put(answerTo(of("eve@gmail.com")));
    await o.sync();
    expect(await o.enrolments()).toEqual(["in_progress", "in_progress", "replied", "in_progress"]);
  });

  it("without the setting the others go on", async () => {
    const o = await outreach({ leads: company });
    o.world.put(answerTo(o.mails.find((m) => m.to[0]?.address === "ann@acme.test")));
    await o.sync();
    expect((await o.enrolments()).filter((s) => s === "in_progress")).toHaveLength(3);
  });

  it("the last open lead of a company completes the campaign", async () => {
    const o = await outreach({ leads: company.slice(0, 3), campaign: { stopForCompany: true } });
    o.world.put(answerTo(o.mails[0]));
    await o.sync();
    expect(await o.eventsOf("campaign.completed")).toHaveLength(1);
  });
});

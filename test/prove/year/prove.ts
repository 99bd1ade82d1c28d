import { sql } from "drizzle-orm";
import { explain } from "#modules/campaigns/forecast/explain-lead.ts";
import { keepForecasts } from "#modules/campaigns/hindsight/keep-forecasts.ts";
import { inHindsight } from "#modules/campaigns/rules/forecast/hindsight.ts";
import { forecasts } from "#modules/campaigns/schema/forecasts.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import type { CampaignId, LeadId, WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, later, MINUTE_MS, utcDay } from "#platform/rules/time.ts";
import { nextLook } from "#test/support/next-look.ts";
import type { Finding, Proven } from "../findings.ts";
import type { ProofOptions } from "../proofs.ts";
import { yearOf, ZONES } from "./world.ts";

/** Of so many looks at a lead, one is an answer to hold against what comes. */
const ASKED_EACH_DAY = 8;

/**
 * A year with both changes of the clock in ten zones and 20 campaigns: when the product says that a
 * lead's next email leaves, and what it foresees of each day, against what it does.
 */
export async function prove({ quick, seed, say }: ProofOptions): Promise<Proven> {
  const world = await yearOf({
    seed,
    zones: quick ? ["Europe/Berlin", "Australia/Lord_Howe", "America/Santiago"] : ZONES,
    from: Date.UTC(2026, quick ? 2 : 0, quick ? 22 : 1),
    days: quick ? 24 : 365,
    leads: quick ? 8 : 30,
  });
  const { t, wid, places, schedules, zones, end } = world;
  const ctx = inWorkspace(t.deps, wid as WorkspaceId);
  const mailsOf = new Map<LeadId, number[]>();
  const said: { leadId: LeadId; mails: number; at: number | null; asked: number }[] = [];
  const sentOn = new Map<CampaignId, Map<string, number>>();
  let askedFor = "";
  let sent = 0;
  while (t.clock.now < end) {
    if (utcDay(t.clock.now) !== askedFor) {
      askedFor = utcDay(t.clock.now);
      await t.sweep(keepForecasts);
      for (const leadId of someOf(await waiting(), ASKED_EACH_DAY)) {
        const { earliest_at: at } = await explain(ctx, placeOf(leadId), leadId);
        said.push({
          leadId,
          mails: mailsOf.get(leadId)?.length ?? 0,
          at: at === null ? null : Date.parse(at),
          asked: t.clock.now,
        });
      }
      if (askedFor.endsWith("-01")) say(`${askedFor}: ${sent} emails, ${said.length} answers`);
    }
    const mails = await world.run();
    await world.deliver(mails);
    for (const { leadId, campaignId, at } of await newSends()) {
      mailsOf.set(leadId, [...(mailsOf.get(leadId) ?? []), at]);
      const days = sentOn.get(campaignId) ?? new Map<string, number>();
      days.set(utcDay(at), (days.get(utcDay(at)) ?? 0) + 1);
      sentOn.set(campaignId, days);
      sent++;
    }
    const soon = later(t.clock.now, MINUTE_MS);
    t.clock.now =
      mails.length > 0 ? soon : await nextLook(t, { zones: ["UTC", ...zones], schedules });
  }
  const minute = (at: number | null | undefined): number | null =>
    at === null || at === undefined ? null : Math.floor(at / MINUTE_MS);
  // Of the last ones it is not known when they would have left.
  const known = said.filter(({ asked }) => asked < end - 30 * DAY_MS || quick);
  const wrong = known.filter(({ leadId, mails, at }) => {
    const left = mailsOf.get(leadId)?.[mails];
    return left === undefined ? at !== null && at < end : minute(left) !== minute(at);
  });
  for (const one of wrong.slice(0, 5)) {
    const left = mailsOf.get(one.leadId)?.[one.mails];
    say(`lead ${one.leadId}: said ${dateOf(one.at)}, left ${dateOf(left ?? null)}`);
  }
  const days = await heldAgainst();
  const findings: Finding[] = [
    { what: "answers in another minute", found: wrong.length, must: { be: 0 } },
    { what: "answers", found: known.length, must: { least: quick ? 60 : 1_000 } },
    { what: "days of forecasts that were wrong", found: days.wrong, must: { be: 0 } },
    { what: "days of forecasts", found: days.compared, must: { least: quick ? 200 : 5_000 } },
    { what: "emails", found: sent, must: { least: quick ? 50 : 1_500 } },
  ];
  t.close();
  return { findings, of: `${schedules.length} campaigns in ${zones.length} zones` };

  function placeOf(leadId: LeadId): CampaignId {
    const place = places.get(leadId);
    if (!place) throw new Error(`no campaign of lead ${leadId}`);
    return place.campaignId;
  }

  async function waiting(): Promise<LeadId[]> {
    const rows = await t.db.all<{ id: LeadId }>(sql`SELECT lead_id AS id FROM campaign_leads
      WHERE status IN ('pending', 'in_progress') AND next_send_at < ${t.clock.now + 45 * DAY_MS}
      ORDER BY lead_id`);
    return rows.map(({ id }) => id);
  }

  function someOf(ids: readonly LeadId[], count: number): LeadId[] {
    const left = [...ids];
    return Array.from({ length: Math.min(count, left.length) }, () => {
      const [one] = left.splice(world.upTo(left.length - 1), 1);
      return one as LeadId;
    });
  }

  /** Emails that left since this was asked last. */
  async function newSends() {
    const rows = await t.db
      .select({ leadId: sends.leadId, campaignId: sends.campaignId, at: sends.sentAt })
      .from(sends)
      .where(sql`${sends.sentAt} >= ${t.clock.now}`);
    return rows.flatMap(({ at, ...row }) => (at === null ? [] : [{ ...row, at }]));
  }

  /** Every day of every forecast that is over, against what left on it. */
  async function heldAgainst(): Promise<{ compared: number; wrong: number }> {
    const rows = await t.db.select().from(forecasts);
    let [compared, off] = [0, 0];
    for (const [campaignId, kept] of Map.groupBy(rows, (row) => row.campaignId)) {
      const span = quick ? 24 : 364;
      const seen = inHindsight(kept, sentOn.get(campaignId) ?? new Map(), end, span);
      for (const { days: count, error, expected, sent: left, daysAhead } of seen.horizons) {
        compared += count;
        if (expected !== left || (error ?? 0) > 0) {
          off++;
          say(
            `campaign ${campaignId}, ${daysAhead} days ahead: ${expected} foreseen, ${left} left`,
          );
        }
      }
    }
    return { compared, wrong: off };
  }
}

const dateOf = (at: number | null): string => (at === null ? "never" : new Date(at).toISOString());

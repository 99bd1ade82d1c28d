import { sql } from "drizzle-orm";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { explain } from "#modules/campaigns/forecast/explain-lead.ts";
import { sendingStatuses } from "#modules/campaigns/forecast/sending-status.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { type CampaignId, type LeadId, unixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import type { Schedule } from "#platform/rules/schedule.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import { randomFrom } from "#test/demo/random.ts";
import { companionPlay } from "./companion-play.ts";
import type { Harness } from "./harness.ts";
import { nextLook } from "./next-look.ts";
import { ALWAYS_OPEN, seedOutreach } from "./outreach.ts";

const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"] as const;
const DOMAINS = ["acme.test", "other.test", "third.test"] as const;
/** No world needs longer. */
const PLAYED_MS = 20 * DAY_MS;

/** What was said of a lead's next mail, and what came of it. */
type Comparison = {
  readonly world: number;
  readonly leadId: number;
  readonly said: { readonly at: number | null; readonly by: string };
  /** The minute in which the mail left; null: it did not. */
  readonly left: number | null;
  /** The rule that is named when it is asked once more, behind the last mail before it. */
  readonly lastly: string | null;
};

/** What was said of a campaign's first mail, and when it left. */
type ToldFirst = {
  readonly world: number;
  readonly campaignId: number;
  readonly said: { readonly at: number | null; readonly code: string };
  readonly left: number | null;
};

/** Rules of a day: each holds until the first sending hour of the next one, before which it is shut or put off. */
const OF_A_DAY = [
  "domain_limit",
  "provider_limit",
  "campaign_day_limit",
  "new_lead_limit",
  "mailbox_day_limit",
];

/**
 * Plays worlds, and tells which leads left in another minute, or were held last by another rule, than
 * was said; and of which campaigns the first mail did.
 */
export async function judgeWorlds(first: number, last: number) {
  const told: Comparison[] = [];
  const firsts: ToldFirst[] = [];
  for (let world = first; world <= last; world++) {
    const played = await playWorld(world);
    told.push(...played.leads);
    firsts.push(...played.firsts);
  }
  const minute = (at: number | null) => (at === null ? null : Math.floor(at / MINUTE_MS));
  return {
    asked: told.length,
    /** Of those, leads that get nothing any more. */
    stopped: told.filter(({ said }) => said.at === null).length,
    firsts: firsts.length,
    wrongFirsts: firsts.filter(({ said, left }) => minute(said.at) !== minute(left)),
    wrong: told.filter(({ said, left }) => minute(said.at) !== minute(left)),
    named: told.filter(
      ({ said, lastly }) =>
        lastly !== null &&
        lastly !== said.by &&
        !(OF_A_DAY.includes(said.by) && ["schedule", "delay"].includes(lastly)),
    ),
  };
}

/**
 * Makes a world of that number: one or two campaigns in one of four zones over one to four mailboxes
 * that they share, with limits, gaps without chance, hours, domains and leads that are due, wait or
 * are in their sequence; in every other world some may not be written to. Asks for every lead when its
 * mail leaves, and for every campaign when its first does, then lets the product send, tick by tick.
 */
async function playWorld(world: number): Promise<{ leads: Comparison[]; firsts: ToldFirst[] }> {
  const draw = randomFrom(world);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(draw() * items.length)] as T;
  const upTo = (n: number): number => Math.floor(draw() * (n + 1));
  const { t, wid, run, deliver } = await companionPlay();
  t.clock.now = unixMs(Date.UTC(2026, 10, 18, upTo(23), upTo(59)));
  const start = t.clock.now;
  const hours = (timezone: string): Schedule =>
    draw() < 0.5
      ? { ...ALWAYS_OPEN, timezone }
      : {
          ...ALWAYS_OPEN,
          timezone,
          use_lead_timezone: draw() < 0.2,
          windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: pick(["11:00", "17:00"]) }],
        };
  const boxes = Array.from({ length: 1 + upTo(3) }, () => ({
    timezone: pick([null, ...ZONES]),
    dailyLimit: pick([2, 4, 50]),
    minGapSeconds: pick([0, 60, 300, 5_400]),
    createdAt: later(start, -30 * DAY_MS),
  }));
  const campaign = () => ({
    schedule: hours(pick(ZONES)),
    dailyLimit: pick([null, 3, 6]),
    maxNewLeadsPerDay: pick([0, 0, 2]),
    maxPerDomainPerDay: pick([0, 0, 0, 2]),
    prioritizeNewLeads: draw() < 0.3,
    rotation: pick(["least_recently_used", "round_robin", "weighted"] as const),
  });
  const people = (n: number, of: string) =>
    Array.from({ length: n }, (_, i) => `${of}${i}@${pick(DOMAINS)}`);
  const steps = [
    { subject: "1", bodyText: "one" },
    { delay: 1, delayUnit: "days" as const, bodyText: "two" },
  ];
  const first = await seedOutreach(t, wid, {
    leads: people(3 + upTo(9), "a"),
    steps,
    mailboxes: boxes,
    campaign: campaign(),
  });
  const seeded = [first];
  if (draw() < 0.4) {
    const second = await seedOutreach(t, wid, {
      leads: people(2 + upTo(4), "b"),
      steps,
      mailboxes: [],
      campaign: { name: "Second", ...campaign() },
    });
    await t.db.run(sql`INSERT INTO campaign_mailboxes (workspace_id, campaign_id, mailbox_id)
      SELECT ${wid}, ${second.campaignId}, value FROM json_each(${JSON.stringify(first.mailboxIds)})`);
    seeded.push(second);
  }
  // Some are not due yet, and some are in the middle of their sequence.
  for (const { id } of await t.db.select({ id: campaignLeads.id }).from(campaignLeads)) {
    const dice = draw();
    if (dice < 0.5) continue;
    const sticky = dice > 0.75 ? pick(first.mailboxIds) : null;
    await t.db
      .run(sql`UPDATE campaign_leads SET next_send_at = ${start + upTo(40) * HOUR_MS + upTo(59) * MINUTE_MS},
      mailbox_id = ${sticky}, status = ${sticky === null ? "pending" : "in_progress"},
      current_step = ${sticky === null ? 0 : 1} WHERE id = ${id}`);
  }
  const before = await stopSome(world, t, first.workspaceId, seeded);
  await paceSome(world, t, first.workspaceId);
  const ctx = inWorkspace(t.deps, first.workspaceId);
  const asked: {
    campaignId: (typeof first)["campaignId"];
    leadId: (typeof first)["leadIds"][number];
  }[] = seeded.flatMap(({ campaignId, leadIds }) =>
    leadIds.map((leadId) => ({ campaignId, leadId })),
  );
  const sayOf = async ({ campaignId, leadId }: (typeof asked)[number]) => {
    const comparisons = await explain(ctx, campaignId, leadId);
    return {
      at: comparisons.earliest_at === null ? null : Date.parse(comparisons.earliest_at),
      by: comparisons.decided_by,
    };
  };
  const said = new Map<number, Comparison["said"]>();
  for (const one of asked) said.set(one.leadId, await sayOf(one));
  const statusOf = await sendingStatuses(
    ctx,
    seeded.map(({ campaignId: id }) => ({ id, status: "active" as const, pausedReason: null })),
  );
  const statuses = seeded.map(({ campaignId }) => ({ campaignId, ...statusOf(campaignId) }));
  const going = [...said.values()].filter(({ at }) => at !== null).length;
  const left = new Map<number, number>();
  const firsts = new Map<number, number>();
  const lastly = new Map<number, string>();
  const zones = new Set([
    ...ZONES,
    ...(await t.db.select({ timezone: mailboxes.timezone }).from(mailboxes)).map(
      (m) => m.timezone ?? "UTC",
    ),
  ]);
  const schedules = (await t.db.select({ schedule: campaigns.schedule }).from(campaigns)).map(
    ({ schedule }) => schedule,
  );
  while (left.size < going && t.clock.now < start + PLAYED_MS) {
    const mails = await run();
    await deliver(mails);
    const rows = await t.db
      .select({ campaignId: sends.campaignId, leadId: sends.leadId, sentAt: sends.sentAt })
      .from(sends)
      .where(sql`${sends.id} > ${before}`);
    for (const { campaignId, leadId, sentAt } of rows) {
      const at = sentAt ?? t.clock.now;
      if (!left.has(leadId)) left.set(leadId, at);
      if (!firsts.has(campaignId)) firsts.set(campaignId, at);
    }
    const next =
      mails.length > 0 ? later(t.clock.now, MINUTE_MS) : await nextLook(t, { zones, schedules });
    // Who is said to leave then is asked about once more, behind all that happens before.
    for (const one of asked) {
      const at = said.get(one.leadId)?.at ?? null;
      if (at !== null && at > t.clock.now && at <= next && !left.has(one.leadId)) {
        lastly.set(one.leadId, (await sayOf(one)).by);
      }
    }
    t.clock.now = next;
  }
  return {
    leads: asked.map(({ leadId }) => ({
      world,
      leadId,
      said: said.get(leadId) ?? { at: null, by: "nobody" },
      left: left.get(leadId) ?? null,
      lastly: lastly.get(leadId) ?? null,
    })),
    firsts: statuses.map(({ campaignId, code, next_send_at: at }) => ({
      world,
      campaignId,
      said: { at: at === null ? null : Date.parse(at), code },
      left: firsts.get(campaignId) ?? null,
    })),
  };
}

/**
 * Lets some leads of every other world be such that are not written to, each by another rule. Answers
 * the last mail that is there before the world begins.
 */
async function stopSome(
  world: number,
  t: Harness,
  workspaceId: WorkspaceId,
  seeded: readonly { readonly campaignId: CampaignId; readonly leadIds: readonly LeadId[] }[],
): Promise<number> {
  if (world % 2 === 1) return 0;
  const draw = randomFrom(world + 1_000_000);
  const { now } = t.clock;
  await t.db.run(
    sql`UPDATE campaigns SET allow_risky = 0, skip_if_contacted_days = 5, stop_for_company = 1`,
  );
  /** A mail that left some days ago. */
  const mail = (campaignId: number, leadId: number, repliedAt: number | null) =>
    t.db
      .run(sql`INSERT INTO sends (workspace_id, campaign_id, enrolment_id, lead_id, step_id, step, mailbox_id,
        state, due_at, message_id, to_email, created_at, sent_at, replied_at)
      SELECT ${workspaceId}, ${campaignId}, 0, ${leadId}, 0, 1, 0, 'sent', ${now}, ${`${campaignId}/${leadId}`}, '',
        ${now}, ${now - 2 * DAY_MS}, ${repliedAt}`);
  for (const { campaignId, leadIds } of seeded) {
    const [answering] = await t.db
      .insert(leads)
      .values({
        workspaceId,
        email: `answers${campaignId}@answered.test`,
        domain: "answered.test",
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: leads.id });
    if (answering) await mail(campaignId, answering.id, now);
    for (const id of leadIds) {
      const change = [
        sql`unsubscribed_at = ${now}`,
        sql`bounced_at = ${now}`,
        sql`validation_status = 'invalid'`,
        sql`validation_status = 'risky'`,
        sql`email = 'x' || id || '@answered.test', domain = 'answered.test'`,
        sql`domain = 'suppressed.test', email = 'x' || id || '@suppressed.test'`,
      ][Math.floor(draw() * 24)];
      if (change) await t.db.run(sql`UPDATE leads SET ${change} WHERE id = ${id}`);
      else if (draw() < 0.05) await mail(9_999, id, null);
    }
  }
  await t.db.run(sql`INSERT INTO suppressions (workspace_id, kind, value, hash, reason, created_at)
    VALUES (${workspaceId}, 'domain', 'suppressed.test', 'x', 'manual', ${now})`);
  const [row] = await t.db.all<{ id: number }>(sql`SELECT coalesce(max(id), 0) AS id FROM sends`);
  return row?.id ?? 0;
}

/**
 * Lets two worlds of three pace their mail: leads at two big providers and at one that nobody knows,
 * mailboxes on two sending domains of which one may be new, small limits, and providers that have
 * asked to slow down or get half.
 */
async function paceSome(world: number, t: Harness, workspaceId: WorkspaceId): Promise<void> {
  if (world % 3 === 0) {
    await t.db.run(sql`INSERT INTO workspace_settings (workspace_id, value, updated_at)
      VALUES (${workspaceId}, '{"pacing":{"enabled":false}}', 0)
      ON CONFLICT (workspace_id) DO UPDATE SET value = json_set(value, '$.pacing', json('{"enabled":false}'))`);
    return;
  }
  const draw = randomFrom(world + 2_000_000);
  const { now } = t.clock;
  const pacing = JSON.stringify({
    pacing: { enabled: true, start_per_day: 1 + Math.floor(draw() * 3) },
  });
  await t.db.run(sql`INSERT INTO workspace_settings (workspace_id, value, updated_at)
    VALUES (${workspaceId}, ${pacing}, 0)
    ON CONFLICT (workspace_id) DO UPDATE SET value = json_patch(value, ${pacing})`);
  for (const { id } of await t.db.select({ id: leads.id }).from(leads)) {
    const provider = [null, "google", "google", "microsoft365"][Math.floor(draw() * 4)];
    if (!provider) continue;
    const found = JSON.stringify({ mx: { state: "mx", hosts: [], provider } });
    await t.db.run(sql`UPDATE leads SET validation = ${found} WHERE id = ${id}`);
  }
  for (const { id, email } of await t.db
    .select({ id: mailboxes.id, email: mailboxes.email })
    .from(mailboxes)) {
    const domain = draw() < 0.5 ? "ours.test" : "second.test";
    const createdAt = draw() < 0.5 ? now : now - 60 * DAY_MS;
    await t.db
      .run(sql`UPDATE mailboxes SET email = ${email.replace("ours.test", domain)}, created_at = ${createdAt}
      WHERE id = ${id}`);
  }
  for (const domain of ["ours.test", "second.test"]) {
    for (const recipients of ["google", "microsoft365"]) {
      if (draw() < 0.6) continue;
      const held = draw() < 0.5 ? now + Math.ceil(draw() * 240) * MINUTE_MS : null;
      const halved = draw() < 0.6 ? now + Math.ceil(draw() * 1_440) * MINUTE_MS : null;
      const junk = draw() < 0.1 ? "paused" : draw() < 0.1 ? "throttled" : null;
      await t.db
        .run(sql`INSERT INTO paces (workspace_id, domain, recipients, base, since, refusals, held_until,
          halved_from, halved_until, junk_state, created_at)
        VALUES (${workspaceId}, ${domain}, ${recipients}, ${draw() < 0.5 ? 1 + Math.floor(draw() * 4) : null},
          ${new Date(now - DAY_MS).toISOString().slice(0, 10)}, 1, ${held}, ${2 + Math.floor(draw() * 4)}, ${halved},
          ${junk}, ${now})`);
    }
  }
}

import { type SQL, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { resends, sends } from "#modules/campaigns/schema/sending.ts";
import { explain } from "#modules/campaigns/forecast/explain-lead.ts";
import { resendKind } from "#modules/campaigns/resends/kind.ts";
import { listUnclear } from "#modules/campaigns/resends/unclear-sends.ts";
import {
  AGAIN_RULES,
  type AgainFacts,
  againRefusal,
} from "#modules/campaigns/rules/leaving/again.ts";
import { leaveRules } from "#modules/campaigns/rules/leaving/ask.ts";
import type { Facts } from "#modules/campaigns/rules/leaving/facts.ts";
import type { Rule } from "#modules/campaigns/rules/leaving/rule.ts";
import { RULES, WORKSPACE_RULES } from "#modules/campaigns/rules/leaving/rules.ts";
import { ENROLMENT_STATUSES } from "#modules/campaigns/rules/states.ts";
import { sendKind } from "#modules/campaigns/sends/kind.ts";
import { type Parts, passes } from "#modules/campaigns/sends/leaving-sql.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { isSampleDomain } from "#platform/rules/mail/sandbox.ts";
import { CAMPAIGN_STATUSES, type CampaignStatus } from "#platform/rules/choices.ts";
import type { CampaignId, LeadId, MailboxId, WorkspaceId } from "#platform/rules/ids.ts";
import { MAILBOX_STATUSES, type MailboxStatus } from "#platform/rules/mail/mailbox.ts";
import { pick, randomFrom } from "#test/demo/random.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { ALWAYS_OPEN, seedOutreach } from "#test/support/outreach.ts";

const ROWS = 600;

/** A mail with all that it depends on, as it was drawn. */
type Drawn = {
  readonly id: number;
  readonly campaign: { id: CampaignId; status: CampaignStatus; allowRisky: boolean; gone: boolean };
  readonly mailbox: { id: MailboxId; status: MailboxStatus; gone: boolean; assigned: boolean };
  readonly enrolment: (typeof ENROLMENT_STATUSES)[number];
  readonly validation: Facts["lead"]["validationStatus"];
  readonly email: string;
  readonly domain: string;
  readonly toEmail: string;
  readonly state: "leased" | "unknown" | "sent" | "failed";
  readonly leadGone: boolean;
  readonly unsubscribed: boolean;
  readonly bounced: boolean;
  readonly suppressed: "address" | "domain" | null;
  readonly hasCopy: boolean;
};

/** Mails in drawn states: mostly fine but for one thing, so that each rule is the only one for some. */
async function drawnMails(t: Harness, wid: number, seed: number): Promise<Drawn[]> {
  const draw = randomFrom(seed);
  const rarely = (share = 0.08): boolean => draw() < share;
  const { now } = t.clock;
  const all = { schedule: ALWAYS_OPEN, epoch: 1, createdAt: now, updatedAt: now };
  const workspaceId = wid as WorkspaceId;
  const seeded = await seedOutreach(t, wid, {
    leads: [],
    mailboxes: [
      ...MAILBOX_STATUSES.map((status) => ({ status })),
      { deletedAt: now },
      { fromName: "Unassigned" },
    ],
    campaign: { name: "Seeded" },
  });
  const boxes = (await t.db.select().from(mailboxes)).map(
    ({ id, status, deletedAt, fromName }) => ({
      id,
      status,
      gone: deletedAt !== null,
      assigned: fromName !== "Unassigned",
    }),
  );
  const kinds = [
    ...CAMPAIGN_STATUSES.flatMap((status) => [
      { status, allowRisky: true, gone: false },
      { status, allowRisky: false, gone: false },
    ]),
    { status: "active" as const, allowRisky: true, gone: true },
  ];
  const made: Drawn["campaign"][] = [];
  for (const { gone, ...kind } of kinds) {
    const values = { workspaceId, name: "x", ...kind, ...all, deletedAt: gone ? now : null };
    const [row] = await t.db.insert(campaigns).values(values).returning({ id: campaigns.id });
    if (row) made.push({ id: row.id, gone, ...kind });
  }
  const mostly = <T>(items: readonly T[], fine: (item: T) => boolean): T =>
    pick(rarely(0.15) ? items : items.filter(fine), draw);
  const drawn = Array.from({ length: ROWS }, (_, i): Drawn => {
    const domain = i % 12 === 5 ? `d${i}.sample.example` : `d${i}.test`;
    const email = `l${i}@${domain}`;
    return {
      id: i + 1,
      campaign: mostly(made, ({ status, gone }) => status === "active" && !gone),
      mailbox: mostly(boxes, (one) => one.status === "active" && !one.gone && one.assigned),
      enrolment: mostly(ENROLMENT_STATUSES, (status) => status === "in_progress"),
      validation: mostly([null, "valid", "risky", "invalid"] as const, (v) => v === null),
      email,
      domain,
      toEmail: rarely() ? `old${i}@${domain}` : email,
      state: mostly(["leased", "unknown", "sent", "failed"] as const, (s) => s === "unknown"),
      leadGone: rarely(0.03),
      unsubscribed: rarely(),
      bounced: rarely(),
      suppressed: rarely() ? pick(["address", "domain"] as const, draw) : null,
      hasCopy: !rarely(),
    };
  });
  await write(t, seeded.workspaceId, drawn);
  return drawn;
}

async function write(t: Harness, wid: WorkspaceId, drawn: readonly Drawn[]): Promise<void> {
  const { now } = t.clock;
  const rows = sql`json_each(${JSON.stringify(drawn)}) d`;
  const at = (path: string): SQL => sql.raw(`(d.value->>'$.${path}')`);
  await t.db.run(sql`DELETE FROM campaign_leads`);
  await t.db.run(sql`INSERT INTO leads (id, workspace_id, email, domain, validation_status,
      unsubscribed_at, bounced_at, created_at, updated_at)
    SELECT ${at("id")}, ${wid}, ${at("email")}, ${at("domain")}, ${at("validation")},
      CASE WHEN ${at("unsubscribed")} THEN ${now} END, CASE WHEN ${at("bounced")} THEN ${now} END, ${now}, ${now}
    FROM ${rows} WHERE NOT ${at("leadGone")}`);
  await t.db.run(sql`INSERT INTO suppressions (workspace_id, kind, value, hash, reason, created_at)
    SELECT ${wid}, ${at("suppressed")},
      CASE ${at("suppressed")} WHEN 'address' THEN ${at("email")} ELSE ${at("domain")} END, ${at("email")}, 'manual', ${now}
    FROM ${rows} WHERE ${at("suppressed")} IS NOT NULL`);
  await t.db
    .run(sql`INSERT INTO campaign_leads (id, workspace_id, campaign_id, lead_id, status, mailbox_id,
      next_send_at, entered_at)
    SELECT ${at("id")}, ${wid}, ${at("campaign.id")}, ${at("id")}, ${at("enrolment")}, ${at("mailbox.id")}, ${now}, ${now}
    FROM ${rows}`);
  await t.db
    .run(sql`INSERT INTO sends (id, workspace_id, campaign_id, enrolment_id, lead_id, step_id, step,
      mailbox_id, state, due_at, message_id, to_email, created_at)
    SELECT ${at("id")}, ${wid}, ${at("campaign.id")}, ${at("id")}, ${at("id")}, 1, 1,
      ${at("mailbox.id")}, ${at("state")}, ${now}, 'm' || ${at("id")}, ${at("toEmail")}, ${now}
    FROM ${rows}`);
  await t.db
    .run(sql`INSERT INTO messages (workspace_id, mailbox_id, send_id, direction, type, from_email,
      message_id, dedupe_hash, sent_at, created_at)
    SELECT ${wid}, ${at("mailbox.id")}, ${at("id")}, 'outbound', 'campaign', 'me@ours.test', 'm' || ${at("id")},
      ${at("id")}, ${now}, ${now}
    FROM ${rows} WHERE ${at("hasCopy")}`);
  await t.db
    .run(sql`INSERT INTO resends (id, workspace_id, campaign_id, mailbox_id, state, due_at, asked_by, asked_at)
    SELECT ${at("id")}, ${wid}, ${at("campaign.id")}, ${at("mailbox.id")}, 'queued', ${now}, 'Ann', ${now} FROM ${rows}`);
  await t.db.run(sql`DELETE FROM campaign_mailboxes`);
  await t.db.run(sql`INSERT INTO campaign_mailboxes (workspace_id, campaign_id, mailbox_id)
    SELECT DISTINCT ${wid}, ${at("campaign.id")}, ${at("mailbox.id")} FROM ${rows} WHERE ${at("mailbox.assigned")}`);
}

/** Of the facts about a mail, what its row decides; the rest holds nobody up. */
const factsOf = (drawn: Drawn, now: Facts["now"]): Facts => ({
  now,
  schedule: ALWAYS_OPEN,
  workspace: { isPaused: false, isListBehind: false },
  campaign: { status: drawn.campaign.status, pausedReason: null },
  behindMove: null,
  enrolment: { status: drawn.enrolment, skipReason: null, skipDetail: null },
  hasStep: true,
  send: null,
  lead: {
    domain: drawn.domain,
    unsubscribed: drawn.unsubscribed,
    bounced: drawn.bounced,
    suppressed: drawn.suppressed !== null,
    installSuppressed: false,
    validationStatus: drawn.validation,
    companyAnswered: false,
    contacted: false,
  },
  wishes: { allowRisky: drawn.campaign.allowRisky, skipIfContactedDays: 0 },
  missing: [],
  templateError: null,
  domain: drawn.domain,
  group: null,
  provider: null,
  match: "off",
  isFirst: true,
  senders: {
    isTied: true,
    assigned: 1,
    active: drawn.mailbox.status === "active" ? 1 : 0,
    serve: true,
    areOther: isSampleDomain(drawn.domain),
    named: "",
  },
  sender: null,
  waits: drawn.enrolment === "paused" ? { paused: null } : {},
  limits: {
    domain_limit: null,
    provider_limit: null,
    campaign_day_limit: null,
    new_lead_limit: null,
    mailbox_day_limit: null,
    quota_reached: null,
  },
  triedStep: null,
  ahead: { count: 0, bound: 1 },
  foreseen: null,
});

const againFactsOf = (drawn: Drawn, now: Facts["now"]): AgainFacts => ({
  now,
  dueAt: null,
  state: drawn.state,
  evidence: null,
  isPaused: false,
  campaignStatus: drawn.campaign.status,
  scheduleOver: false,
  enrolment: drawn.enrolment,
  hasMailbox: drawn.mailbox.assigned,
  mailboxStatus: drawn.mailbox.status,
  email: drawn.leadGone ? null : drawn.email,
  toEmail: drawn.toEmail,
  unsubscribed: drawn.unsubscribed,
  bounced: drawn.bounced,
  suppressed: drawn.suppressed !== null,
  hasCopy: drawn.hasCopy,
});

/** Deleted rows hold every mail that depends on them, without a rule. */
const isThere = ({ campaign, mailbox, leadGone }: Drawn): boolean =>
  !campaign.gone && !mailbox.gone && !leadGone;

describe("rules of sending, asked in memory and in SQL", () => {
  let t: Harness;
  let wid: WorkspaceId;
  let drawn: Drawn[];
  beforeAll(async () => {
    t = await harness();
    wid = (await t.signUp()).wid as WorkspaceId;
    drawn = await drawnMails(t, wid, 18);
    return () => t.close();
  });

  /** The rows of which a condition holds. */
  const idsOf = async (from: SQL, condition: SQL): Promise<Set<number>> => {
    const rows = await t.db.all<{ id: number }>(
      sql`SELECT l.id AS id FROM ${from} l WHERE ${condition}`,
    );
    return new Set(rows.map(({ id }) => id));
  };
  const partsOf = (alias: string): Parts => ({
    workspace: sql.raw(`${alias}.workspace_id`),
    campaign: sql.raw(`${alias}.campaign_id`),
    enrolment: sql.raw(`${alias}.enrolment_id`),
    lead: sql.raw(`${alias}.lead_id`),
    mailbox: sql.raw(`${alias}.mailbox_id`),
  });
  /** Rules of which SQL says something else about a mail than memory does. */
  const disagreeing = async <F>(
    table: Readonly<Record<string, Rule<F, unknown>>>,
    facts: (drawn: Drawn) => F,
    ask: (condition: string) => Promise<Set<number>>,
  ): Promise<string[]> => {
    const alive = drawn.filter(isThere);
    const wrong: string[] = [];
    for (const [code, rule] of Object.entries(table)) {
      if (typeof rule.sql !== "string") continue;
      const passed = await ask(rule.sql);
      const differs = alive.filter((one) => passed.has(one.id) === rule.blocks(facts(one)));
      wrong.push(...differs.map((one) => `${code}: ${JSON.stringify(one)}`));
    }
    return wrong;
  };
  /** Those that no rule blocks; each of the rules is alone in blocking some. */
  const freeOf = <F>(rules: readonly Rule<F, unknown>[], facts: (drawn: Drawn) => F): number[] => {
    const blocking = drawn.filter(isThere).map((one) => ({
      id: one.id,
      by: rules.filter((rule) => rule.blocks(facts(one))),
    }));
    for (const rule of rules) {
      const alone = blocking.filter(({ by }) => by.length === 1 && by[0] === rule);
      expect(alone.length, rule.sql ?? "").toBeGreaterThan(0);
    }
    return blocking.filter(({ by }) => by.length === 0).map(({ id }) => id);
  };
  const inSql = <F>(rules: readonly Rule<F, unknown>[]) =>
    rules.filter((rule) => typeof rule.sql === "string");
  /** Of the workspace of all mails, so that it is tried on its own. */
  const ofWorkspace: readonly unknown[] = [WORKSPACE_RULES.client_paused.sql];
  const sorted = (ids: Set<number>): number[] => [...ids].toSorted((a, b) => a - b);

  it("agree, rule by rule", async () => {
    const { now } = t.clock;
    const wrong = await disagreeing(
      RULES,
      (one) => factsOf(one, now),
      (condition) => idsOf(sql`${sends}`, passes(partsOf("l"), condition)),
    );
    expect(wrong).toEqual([]);
    const wrongAgain = await disagreeing(
      AGAIN_RULES,
      (one) => againFactsOf(one, now),
      (condition) =>
        idsOf(
          sql`${resends}`,
          sql`EXISTS (SELECT 1 FROM ${sends} s WHERE s.id = l.id AND ${passes(partsOf("s"), condition)})`,
        ),
    );
    expect(wrongAgain).toEqual([]);
  });

  it("let a mail leave at the gate exactly where no rule of it blocks", async () => {
    const { now } = t.clock;
    const rules = inSql(leaveRules(RULES)).filter((rule) => !ofWorkspace.includes(rule.sql));
    expect(rules.length).toBeGreaterThan(5);
    const free = freeOf(rules, (one) => factsOf(one, now));
    expect(free.length).toBeGreaterThan(ROWS / 10);
    expect(sorted(await idsOf(sql`${sends}`, sendKind.mayLeave))).toEqual(free);
  });

  it("let nothing leave a workspace whose client is paused", async () => {
    const { now } = t.clock;
    const pausedAs = async (at: number | null): Promise<void> => {
      await t.db.run(sql`UPDATE workspaces SET paused_at = ${at} WHERE id = ${wid}`);
    };
    const leaving = async () => [
      ...(await idsOf(sql`${sends}`, sendKind.mayLeave)),
      ...(await idsOf(sql`${resends}`, resendKind.mayLeave)),
    ];
    const before = await leaving();
    await pausedAs(now);
    const held = [
      await leaving(),
      (await idsOf(sql`${sends}`, passes(partsOf("l"), WORKSPACE_RULES.client_paused.sql))).size,
    ];
    const ended = await idsOf(sql`${resends}`, resendKind.moot?.(now) ?? sql`0`);
    await pausedAs(null);
    expect(held).toEqual([[], 0]);
    expect(ended).toEqual(await idsOf(sql`${resends}`, resendKind.moot?.(now) ?? sql`0`));
    expect(before.length).toBeGreaterThan(0);
    expect(await leaving()).toEqual(before);
    const some = drawn.find(isThere) as Drawn;
    const facts = {
      ...factsOf(some, now),
      workspace: { isPaused: true, isListBehind: false },
    };
    expect(RULES.client_paused.blocks(facts)).toBe(true);
  });

  it("let a mail leave again exactly where no rule of it blocks, and end it where one does for good", async () => {
    const { now } = t.clock;
    const facts = (one: Drawn) => againFactsOf(one, now);
    // Without a lead nothing is asked: the row is what the others are asked of.
    const rules = inSql(leaveRules(AGAIN_RULES)).filter(
      (rule) => !rule.sql?.includes("x.id") && !ofWorkspace.includes(rule.sql),
    );
    const free = freeOf(rules, facts);
    expect(free.length).toBeGreaterThan(ROWS / 10);
    expect(sorted(await idsOf(sql`${resends}`, resendKind.mayLeave))).toEqual(free);
    const ending = rules.filter(({ ends }) => ends !== undefined);
    const over = drawn.filter(
      (one) => !isThere(one) || ending.some((rule) => rule.blocks(facts(one))),
    );
    const moot = resendKind.moot?.(now) ?? sql`0`;
    expect(sorted(await idsOf(sql`${resends}`, moot))).toEqual(over.map(({ id }) => id));
  });

  it("are asked of the same facts by who explains and by who lists what is unclear", async () => {
    const ctx = inWorkspace(t.deps, wid);
    const codes = Object.entries(RULES).flatMap(([code, { asks, sql: text }]) =>
      asks === "leave" && typeof text === "string" ? [code] : [],
    );
    const some = drawn.filter((one) => isThere(one) && one.mailbox.assigned).slice(0, 40);
    for (const one of some) {
      const told = await explain(ctx, one.campaign.id, one.id as LeadId);
      const says = told.rules.flatMap(({ rule, blocks }) =>
        blocks && codes.includes(rule) ? [rule] : [],
      );
      const facts = factsOf(one, t.clock.now);
      const blocking = codes.filter((code) => RULES[code as keyof typeof RULES].blocks(facts));
      expect(says.toSorted(), JSON.stringify(one)).toEqual(blocking.toSorted());
    }
    const ids = [...new Set(some.map(({ campaign }) => campaign.id))];
    const byId = new Map(drawn.map((one) => [one.id, one]));
    let refused = 0;
    for (const id of ids) {
      const { data } = await listUnclear(ctx, id, { page: 1, limit: 100 });
      for (const { id: sendId, refusal } of data) {
        const one = byId.get(sendId);
        if (!one || one.mailbox.gone) continue;
        expect(refusal).toBe(againRefusal(againFactsOf(one, t.clock.now)));
        refused += refusal === null ? 0 : 1;
      }
    }
    expect(refused).toBeGreaterThan(10);
  });

  it("let nothing leave in a workspace that was deleted, and end nothing there", async () => {
    const moot = resendKind.moot?.(t.clock.now) ?? sql`0`;
    const before = await idsOf(sql`${resends}`, moot);
    await t.client.execute("UPDATE workspaces SET deleted_at = 1");
    expect((await idsOf(sql`${sends}`, sendKind.mayLeave)).size).toBe(0);
    expect((await idsOf(sql`${resends}`, resendKind.mayLeave)).size).toBe(0);
    expect(await idsOf(sql`${resends}`, moot)).toEqual(before);
    await t.client.execute("UPDATE workspaces SET deleted_at = NULL");
  });
});

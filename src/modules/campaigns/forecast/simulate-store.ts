import { type SQL, sql } from "drizzle-orm";
import type { LEFT_OUT } from "#modules/campaigns/contract/campaign-tools.ts";
import type { Db } from "#platform/db/db.ts";
import type { Mentioned } from "#modules/campaigns/rules/template/mentioned.ts";
import type { Rule } from "#modules/campaigns/rules/leaving/rule.ts";
import { LEAD_RULES, PLACE_RULES } from "#modules/campaigns/rules/leaving/rules.ts";
import { leadZone } from "#modules/leads/leads/lead-sql.ts";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { tasks } from "#modules/campaigns/schema/follow-ups.ts";
import { LEAD_FIELDS } from "#modules/leads/rules/fields.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { dailyUsage } from "#modules/mailboxes/schema/usage.ts";
import type {
  CampaignId,
  EnrolmentId,
  LeadId,
  MailboxId,
  StepId,
  UnixMs,
  WorkspaceId,
} from "#platform/rules/ids.ts";

/** Why a lead has no part in a simulation. */
export type LeftOut = Exclude<(typeof LEFT_OUT)[number], "missing_variable">;

/** What a simulation calls those whom a rule ends; null: it looks at no mails of others. */
const ENDED: Readonly<Record<keyof typeof LEAD_RULES, LeftOut | null>> = {
  unsubscribed: "suppressed",
  bounced: "suppressed",
  suppressed: "suppressed",
  install_suppressed: null,
  invalid: "invalid",
  risky: "risky_blocked",
  company_answered: null,
  contacted: null,
};

/** What a lead's part in a simulation depends on; `out` says why it has none. */
export type SimulatedRow = {
  readonly leadId: LeadId;
  readonly enrolmentId: EnrolmentId;
  readonly out: LeftOut | null;
  readonly currentStep: number;
  /** Null while a mail is in flight. */
  readonly nextSendAt: UnixMs | null;
  readonly mailboxId: MailboxId | null;
  readonly domain: string;
  readonly timezone: string | null;
  readonly provider: string | null;
  readonly host: string | null;
  /** 1: something that the copies name is empty, so that one of its mails may lack it. */
  readonly mayLack: number;
};

/** Lead fields by our names for them. */
const FIELDS: readonly (readonly [string, SQL])[] = [
  ...LEAD_FIELDS.filter((field) => field !== "email").map(
    (field) => [field, sql.raw(`x.${field}`)] as const,
  ),
  ["full_name", sql`x.first_name || x.last_name`],
];

/** Whether a lead has nothing where the copies name something of it. */
function lacks(mentioned: Mentioned | null): SQL {
  if (mentioned === null) return sql`1`;
  const { own, aliases, custom } = mentioned;
  const blankField = FIELDS.filter(([name]) => own.has(name)).map(
    ([, value]) => sql`trim(${value}) = ''`,
  );
  const of = (names: ReadonlySet<string>, test: (value: SQL) => SQL): SQL[] =>
    names.size === 0
      ? []
      : [
          sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify([...names])}) n
            WHERE ${test(sql`trim(json_extract(x.custom, '$."' || n.value || '"'))`)})`,
        ];
  const tests = [
    ...blankField,
    ...of(custom, (value) => sql`coalesce(${value}, '') = ''`),
    ...of(aliases, (value) => sql`${value} = ''`),
  ];
  return tests.length === 0 ? sql`0` : sql`(${sql.join(tests, sql` OR `)})`;
}

/** A page of a campaign's leads in order of their ids. */
export async function selectSimulated(
  db: Db,
  workspaceId: WorkspaceId,
  campaign: {
    id: CampaignId;
    checkSuppressed: boolean;
    withProvider: boolean;
    /** What the copies name; null where every lead may lack something. */
    mentioned: Mentioned | null;
  },
  after: number,
  limit: number,
): Promise<SimulatedRow[]> {
  const rules: readonly (readonly [string, Rule<never>])[] = Object.entries(LEAD_RULES);
  const ended = rules.flatMap(([code, { sql: passes }]) => {
    const out = ENDED[code as keyof typeof LEAD_RULES];
    const isAsked = code !== "suppressed" || campaign.checkSuppressed;
    return isAsked && out !== null && passes
      ? [sql`WHEN NOT (${sql.raw(passes)}) THEN ${out}`]
      : [];
  });
  return db.all<SimulatedRow>(sql`
    SELECT e.lead_id AS leadId, e.id AS enrolmentId, e.current_step AS currentStep,
      CASE WHEN e.status = 'paused' AND e.next_send_at IS NOT NULL
        THEN max(e.next_send_at, coalesce(e.held_until, 0)) ELSE e.next_send_at END AS nextSendAt,
      e.mailbox_id AS mailboxId, x.domain AS domain,
      ${leadZone(sql`x.custom`)} AS timezone,
      ${campaign.withProvider ? sql`json_extract(x.validation, '$.mx.provider')` : sql`NULL`} AS provider,
      ${campaign.withProvider ? sql`json_extract(x.validation, '$.mx.hosts[0]')` : sql`NULL`} AS host,
      ${lacks(campaign.mentioned)} AS mayLack,
      CASE
        WHEN NOT (${sql.raw(PLACE_RULES.finished.sql)}) THEN 'finished'
        ${sql.join(ended, sql` `)}
        WHEN e.status = 'paused' AND e.held_until IS NULL THEN 'paused'
        WHEN e.next_send_at IS NULL AND EXISTS (SELECT 1 FROM ${tasks} d WHERE d.enrolment_id = e.id AND d.state = 'open')
          THEN 'task'
      END AS "out"
    FROM ${campaignLeads} e JOIN ${campaigns} k ON k.id = e.campaign_id JOIN ${leads} x ON x.id = e.lead_id
    WHERE e.campaign_id = ${campaign.id} AND +e.workspace_id = ${workspaceId} AND e.lead_id > ${after}
    ORDER BY e.lead_id LIMIT ${limit}`);
}

export type Silent = {
  readonly enrolmentId: EnrolmentId;
  readonly leadId: LeadId;
  readonly timezone: string | null;
  readonly sentAt: UnixMs;
  /** 1: it has had every step. */
  readonly isOver: 0 | 1;
};

/** Who had a step after a time, in a campaign, and has not replied. */
export const selectSilentSince = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  stepId: StepId,
  after: UnixMs | null,
): Promise<Silent[]> =>
  db.all(sql`
    SELECT s.enrolment_id AS "enrolmentId", s.lead_id AS "leadId", s.sent_at AS "sentAt",
      ${leadZone(sql`x.custom`)} AS timezone, e.status = 'completed' AS "isOver"
    FROM ${sends} s CROSS JOIN ${campaignLeads} e ON e.id = s.enrolment_id JOIN ${leads} x ON x.id = e.lead_id
    WHERE s.workspace_id = ${workspaceId} AND s.sent_at > ${after ?? 0} AND +s.campaign_id = ${campaignId}
      AND +s.step_id = ${stepId} AND s.state IN ('sent', 'unknown')
      AND e.status IN ('pending', 'in_progress', 'paused', 'completed')
      AND NOT EXISTS (SELECT 1 FROM ${sends} a WHERE a.enrolment_id = e.id AND a.replied_at IS NOT NULL)`);

/** What of today's mails to each domain is used, for a campaign that limits them. */
export async function selectDomainsUsed(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  day: string,
): Promise<Map<string, number>> {
  const prefix = `${campaignId}:`;
  const rows = await db
    .select({ key: dailyUsage.key, used: dailyUsage.used })
    .from(dailyUsage)
    .where(
      sql`${dailyUsage.workspaceId} = ${workspaceId} AND ${dailyUsage.scope} = 'domain'
        AND ${dailyUsage.key} >= ${prefix} AND ${dailyUsage.key} < ${`${campaignId};`}
        AND ${dailyUsage.day} = ${day}`,
    );
  return new Map(rows.map((row) => [row.key.slice(prefix.length), row.used]));
}

/** The addresses of these leads. */
export async function selectEmails(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly LeadId[],
): Promise<ReadonlyMap<LeadId, string>> {
  const rows = await db
    .select({ id: leads.id, email: leads.email })
    .from(leads)
    .where(
      sql`+${leads.workspaceId} = ${workspaceId}
        AND ${leads.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );
  return new Map(rows.map((row) => [row.id, row.email]));
}

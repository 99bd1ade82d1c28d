import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import type { Mentioned } from "#modules/campaigns/rules/template/mentioned.ts";
import { isSuppressed, leadZone } from "#modules/leads/leads/lead-sql.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { LEAD_FIELDS } from "#modules/leads/rules/fields.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { dailyUsage } from "#modules/mailboxes/schema/usage.ts";
import type {
  CampaignId,
  EnrolmentId,
  LeadId,
  MailboxId,
  UnixMs,
  WorkspaceId,
} from "#platform/rules/ids.ts";

/** What a lead's part in a simulation depends on; `out` says why it has none. */
export type SimulatedRow = {
  readonly leadId: LeadId;
  readonly enrolmentId: EnrolmentId;
  readonly out: "finished" | "paused" | "suppressed" | "invalid" | "risky_blocked" | null;
  readonly currentStep: number;
  /** Null while a mail is in flight. */
  readonly nextSendAt: UnixMs | null;
  readonly mailboxId: MailboxId | null;
  readonly domain: string;
  readonly timezone: string | null;
  readonly provider: string | null;
  /** 1: something that the copies name is empty, so that one of its mails may lack it. */
  readonly mayLack: number;
};

/** Lead fields by our names for them. */
const FIELDS: readonly (readonly [string, SQL])[] = [
  ...LEAD_FIELDS.filter((field) => field !== "email").map(
    (field) => [field, sql.raw(`l.${field}`)] as const,
  ),
  ["full_name", sql`l.first_name || l.last_name`],
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
            WHERE ${test(sql`trim(json_extract(l.custom, '$."' || n.value || '"'))`)})`,
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
    allowRisky: boolean;
    checkSuppressed: boolean;
    withProvider: boolean;
    /** What the copies name; null where every lead may lack something. */
    mentioned: Mentioned | null;
  },
  after: number,
  limit: number,
): Promise<SimulatedRow[]> {
  const suppressed: SQL = campaign.checkSuppressed
    ? isSuppressed(workspaceId, sql`l.email`, sql`l.domain`)
    : sql`0`;
  return db.all<SimulatedRow>(sql`
    SELECT e.lead_id AS leadId, e.id AS enrolmentId, e.current_step AS currentStep,
      CASE WHEN e.status = 'paused' AND e.next_send_at IS NOT NULL
        THEN max(e.next_send_at, coalesce(e.held_until, 0)) ELSE e.next_send_at END AS nextSendAt,
      e.mailbox_id AS mailboxId, l.domain AS domain,
      ${leadZone(sql`l.custom`)} AS timezone,
      ${campaign.withProvider ? sql`json_extract(l.validation, '$.mx.provider')` : sql`NULL`} AS provider,
      ${lacks(campaign.mentioned)} AS mayLack,
      CASE
        WHEN e.status NOT IN ('pending', 'in_progress', 'paused') THEN 'finished'
        WHEN l.unsubscribed_at IS NOT NULL OR l.bounced_at IS NOT NULL OR ${suppressed} THEN 'suppressed'
        WHEN l.validation_status = 'invalid' THEN 'invalid'
        WHEN l.validation_status = 'risky' AND ${campaign.allowRisky ? 0 : 1} THEN 'risky_blocked'
        WHEN e.status = 'paused' AND e.held_until IS NULL THEN 'paused'
      END AS "out"
    FROM ${campaignLeads} e JOIN ${leads} l ON l.id = e.lead_id
    WHERE e.campaign_id = ${campaign.id} AND +e.workspace_id = ${workspaceId} AND e.lead_id > ${after}
    ORDER BY e.lead_id LIMIT ${limit}`);
}

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

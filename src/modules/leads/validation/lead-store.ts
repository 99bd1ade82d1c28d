import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { leads, listLeads } from "#modules/leads/schema/leads.ts";
import type { leadReplied } from "#modules/leads/hooks.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";
import { validationRetries } from "#modules/leads/schema/validation.ts";
import type { LeadId, ListId, WorkspaceId } from "#platform/rules/ids.ts";
import type { LeadAtHand } from "./judge.ts";

type Replied = AnswerTo<typeof leadReplied>;

/** The columns of a lead `l`. */
const atHand = (workspaceId: WorkspaceId, replied: Replied): SQL => sql`l.id AS "id",
  l.email AS "email", l.bounced_at AS "bouncedAt",
  ${replied(workspaceId, sql`l.id`, sql`l.email`)} AS "repliedAt"`;

/** Leads of a list with ids above `after`, up to `upTo`, in order. */
export const selectListLeads = (
  db: Db,
  workspaceId: WorkspaceId,
  replied: Replied,
  list: { id: ListId; after: number; upTo: number },
  limit: number,
): Promise<LeadAtHand[]> =>
  db.all<LeadAtHand>(sql`
    SELECT ${atHand(workspaceId, replied)}, 0 AS "retries"
    FROM ${listLeads} m CROSS JOIN ${leads} l ON l.id = m.lead_id
    WHERE m.list_id = ${list.id} AND m.lead_id > ${list.after} AND m.lead_id <= ${list.upTo}
      AND +m.workspace_id = ${workspaceId} AND +l.workspace_id = ${workspaceId}
    ORDER BY m.lead_id LIMIT ${limit}`);

/** These leads, in order. */
export const selectChosenLeads = (
  db: Db,
  workspaceId: WorkspaceId,
  replied: Replied,
  ids: readonly LeadId[],
): Promise<LeadAtHand[]> =>
  db.all<LeadAtHand>(sql`
    SELECT ${atHand(workspaceId, replied)}, 0 AS "retries" FROM ${leads} l
    WHERE l.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +l.workspace_id = ${workspaceId}
    ORDER BY l.id`);

/** These leads, in order, each one time further in its retries. */
export const selectRetried = (
  db: Db,
  workspaceId: WorkspaceId,
  replied: Replied,
  ids: readonly LeadId[],
): Promise<LeadAtHand[]> =>
  db.all<LeadAtHand>(sql`
    SELECT ${atHand(workspaceId, replied)}, r.attempts + 1 AS "retries"
    FROM ${leads} l CROSS JOIN ${validationRetries} r ON r.lead_id = l.id
    WHERE l.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +l.workspace_id = ${workspaceId}
    ORDER BY l.id`);

/** The workspace's lead with this address. */
export async function selectLeadByEmail(
  db: Db,
  workspaceId: WorkspaceId,
  replied: Replied,
  email: string,
): Promise<LeadAtHand | null> {
  const rows = await db.all<LeadAtHand>(sql`
    SELECT ${atHand(workspaceId, replied)}, 0 AS "retries" FROM ${leads} l
    WHERE l.workspace_id = ${workspaceId} AND l.email = ${email}`);
  return rows[0] ?? null;
}

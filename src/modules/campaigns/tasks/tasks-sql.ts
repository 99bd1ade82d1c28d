import { type SQL, sql } from "drizzle-orm";
import { tasks } from "#modules/campaigns/schema/follow-ups.ts";
import { steps } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";

/** Steps that a place has had, mails and tasks, in whatever order they stood: a JSON array of ids. */
export const stepsHad = (enrolment: SQL): SQL<string> =>
  sql<string>`(SELECT json_group_array(h.step_id) FROM (
    SELECT s.step_id AS step_id FROM ${sends} s WHERE s.enrolment_id = ${enrolment}
    UNION ALL SELECT d.step_id FROM ${tasks} d WHERE d.enrolment_id = ${enrolment}) h)`;

/** A place has had a task of its sequence. */
export const hadTask = (enrolment: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${tasks} d WHERE d.enrolment_id = ${enrolment})`;

/** The next step of a place `e` is a task: the first that the lead has had in no order of the steps. */
export const nextIsTask = sql`(SELECT p.task IS NOT NULL FROM ${steps} p WHERE p.workspace_id = e.workspace_id
  AND p.campaign_id = e.campaign_id AND p.position > e.current_step
  AND NOT EXISTS (SELECT 1 FROM sends s WHERE s.enrolment_id = e.id AND s.step_id = p.id)
  AND NOT EXISTS (SELECT 1 FROM tasks d WHERE d.enrolment_id = e.id AND d.step_id = p.id)
  ORDER BY p.position LIMIT 1)`;

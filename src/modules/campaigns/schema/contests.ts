import { integer, index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import type { Tally } from "#modules/campaigns/rules/winners/evidence.ts";
import { WINNER_METRICS } from "#modules/campaigns/rules/winners/metrics.ts";
import type { Variant } from "#modules/campaigns/rules/variants.ts";
import type { CampaignId, StepId } from "#platform/rules/ids.ts";
import { json, time, workspaceColumn } from "#platform/db/columns.ts";

/**
 * A comparison of the variants of a step, written with the first mail of it. A change of what is
 * compared raises the number of the step (`steps.contest`): the next mail begins another contest.
 */
export const contests = sqliteTable(
  "contests",
  {
    workspaceId: workspaceColumn(),
    stepId: integer("step_id").notNull().$type<StepId>(),
    /** The step's `contest` when it began. */
    number: integer("number").notNull(),
    campaignId: integer("campaign_id").notNull().$type<CampaignId>(),
    metric: text("metric", { enum: WINNER_METRICS }).notNull(),
    /** Days after which a mail counts. */
    windowDays: integer("window_days").notNull(),
    /** Labels of the variants that began it: their number sets the bar to the end. */
    arms: json<string[]>("arms").notNull(),
    /** Those that another beat. */
    dropped: json<string[]>("dropped").notNull().default([]),
    state: text("state", { enum: ["open", "winner", "no_difference"] })
      .notNull()
      .default("open"),
    winner: text("winner"),
    /** Counted mails, kept beside the sends: those that left until `tallied_until`. */
    tallies: json<Tally[]>("tallies").notNull().default([]),
    talliedUntil: time("tallied_until"),
    /** When all of them were last counted again from their rows. */
    recountedAt: time("recounted_at"),
    /** When it is looked at next; null: nothing is left to find. */
    lookAt: time("look_at"),
    startedAt: time("started_at").notNull(),
    decidedAt: time("decided_at"),
    /** The winner has taken over the step. */
    appliedAt: time("applied_at"),
    /** A person took that back: nothing of this contest changes the step by itself any more. */
    undoneAt: time("undone_at"),
    /** The step's variants before the contest changed their weights. */
    before: json<Variant[]>("before"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.stepId, t.number] }),
    index("contests_due")
      .on(t.lookAt)
      .where(sql`look_at IS NOT NULL`),
    index("contests_campaign").on(t.workspaceId, t.campaignId),
  ],
);

import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { workspaceColumn } from "#platform/db/columns.ts";

export const USAGE_SCOPES = [
  "mailbox",
  "campaign",
  "campaign_new",
  "domain",
  "month",
  "pace",
  "placement",
] as const;
export type UsageScope = (typeof USAGE_SCOPES)[number];

/**
 * What a day's limits have used: `scope` mailbox, campaign, campaign_new or domain, `key` the id
 * (`7`, or `7:acme.com`), `day` YYYY-MM-DD in the zone that the limit is counted in. `month` counts
 * what the workspace's campaigns send in a month, its `key` empty and its `day` YYYY-MM in UTC; `pace`
 * what a sending domain sends to a group of recipients (`ours.com/google`) on a day in UTC;
 * `placement` how many of a mailbox's emails of the day are placement tests.
 * The slot is taken by the claim itself, so two claims never share it.
 */
export const dailyUsage = sqliteTable(
  "daily_usage",
  {
    workspaceId: workspaceColumn(),
    scope: text("scope", { enum: USAGE_SCOPES }).notNull(),
    key: text("key").notNull(),
    day: text("day").notNull(),
    used: integer("used").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.scope, t.key, t.day] })],
);

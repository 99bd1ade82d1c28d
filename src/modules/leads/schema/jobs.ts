import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import type { ImportLinkId, JobId, UserId } from "#platform/rules/ids.ts";
import { createdAt, json, rowId, time, workspaceColumn } from "#platform/db/columns.ts";

/** Long work that a person watches: imports, runs of links, validations of lists and of addresses, bulk work. The queue only wakes it. */
export const jobs = sqliteTable(
  "jobs",
  {
    id: rowId<JobId>(),
    workspaceId: workspaceColumn(),
    kind: text("kind", { enum: ["import", "validation", "addresses", "link", "bulk"] }).notNull(),
    /** `receiving`: its file is still coming, and nothing else is done with it. */
    state: text("state", {
      enum: ["receiving", "queued", "running", "completed", "failed", "cancelled"],
    }).notNull(),
    params: json<Record<string, unknown>>("params").notNull(),
    /** Where to go on after a kill; of an import, the highest lead id before the chunk in hand. */
    cursor: integer("cursor").notNull().default(0),
    total: integer("total"),
    done: integer("done").notNull().default(0),
    result: json<Record<string, unknown>>("result"),
    lease: text("lease"),
    leaseUntil: time("lease_until"),
    /** The link that a run of kind `link` belongs to. */
    linkId: integer("link_id").$type<ImportLinkId>(),
    createdBy: integer("created_by").$type<UserId>(),
    createdAt: createdAt(),
    finishedAt: time("finished_at"),
  },
  (t) => [
    index("jobs_workspace").on(t.workspaceId, t.kind, t.id),
    index("jobs_state").on(t.state, t.leaseUntil),
    index("jobs_link")
      .on(t.linkId, t.id)
      .where(sql`link_id IS NOT NULL`),
  ],
);

/** The bytes of a job's file in pieces, each packed by itself (gzip, base64); deleted with what it is kept for. */
export const jobFiles = sqliteTable(
  "job_files",
  {
    jobId: integer("job_id").notNull().$type<JobId>(),
    part: integer("part").notNull(),
    workspaceId: workspaceColumn(),
    packed: text("packed").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.part] }),
    index("job_files_workspace").on(t.workspaceId),
  ],
);

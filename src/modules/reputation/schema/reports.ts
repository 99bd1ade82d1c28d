import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import {
  REPORT_KINDS,
  REPORT_STANDINGS,
  SOURCE_OWNERS,
} from "#modules/reputation/rules/sources.ts";
import { flag, rowId, time, workspaceColumn } from "#platform/db/columns.ts";

/** Reports about DMARC and TLS that arrived; of those that do not count only this row is kept. */
export const reports = sqliteTable(
  "reports",
  {
    id: rowId<number>(),
    workspaceId: workspaceColumn(),
    kind: text("kind", { enum: REPORT_KINDS }).notNull(),
    standing: text("standing", { enum: REPORT_STANDINGS }).notNull(),
    /** The domain of the mail's From, which DMARC confirmed where the report counts. */
    sender: text("sender").notNull(),
    /** What the reporter calls itself. */
    reporter: text("reporter").notNull(),
    reportId: text("report_id").notNull(),
    domain: text("domain").notNull(),
    beginAt: time("begin_at").notNull(),
    endAt: time("end_at").notNull(),
    receivedAt: time("received_at").notNull(),
    /** What the domain asked receivers for. */
    policy: text("policy").notNull().default(""),
    rowCount: integer("row_count").notNull().default(0),
    messages: integer("messages").notNull().default(0),
    /** Why a file was not read. */
    flaw: text("flaw"),
  },
  (t) => [
    uniqueIndex("reports_once").on(
      t.workspaceId,
      t.kind,
      t.standing,
      t.sender,
      t.reportId,
      t.domain,
      t.beginAt,
    ),
    index("reports_received").on(t.workspaceId, t.kind, t.receivedAt),
    index("reports_begin").on(t.workspaceId, t.beginAt),
  ],
);

/** Mails of a report by who sent them. */
export const reportRows = sqliteTable(
  "report_rows",
  {
    workspaceId: workspaceColumn(),
    reportId: integer("report_id").notNull(),
    n: integer("n").notNull(),
    /** The UTC day on which the report begins. */
    day: text("day").notNull(),
    domain: text("domain").notNull(),
    source: text("source").notNull(),
    owner: text("owner", { enum: SOURCE_OWNERS }).notNull(),
    /** Who runs the source, as far as known. */
    provider: text("provider"),
    mails: integer("mails").notNull(),
    disposition: text("disposition").notNull(),
    dkimAligned: flag("dkim_aligned").notNull(),
    spfAligned: flag("spf_aligned").notNull(),
    dkimDomain: text("dkim_domain"),
    dkimSelector: text("dkim_selector"),
    spfDomain: text("spf_domain"),
  },
  (t) => [
    primaryKey({ columns: [t.reportId, t.n] }),
    index("report_rows_day").on(t.workspaceId, t.day),
  ],
);

/** Sessions of a TLS report by what came of them. */
export const tlsRows = sqliteTable(
  "tls_rows",
  {
    workspaceId: workspaceColumn(),
    reportId: integer("report_id").notNull(),
    n: integer("n").notNull(),
    day: text("day").notNull(),
    domain: text("domain").notNull(),
    policy: text("policy").notNull(),
    /** "": secure. */
    failure: text("failure").notNull(),
    mx: text("mx").notNull(),
    amount: integer("amount").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.reportId, t.n] }),
    index("tls_rows_day").on(t.workspaceId, t.day),
  ],
);

import { sql } from "drizzle-orm";
import { reportRows, reports, tlsRows } from "#modules/reputation/schema/reports.ts";
import type { ReportStanding, SourceOwner } from "#modules/reputation/rules/sources.ts";
import type { DmarcRow, TlsRow } from "#platform/wire/aggregate-reports.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** What a report is known by. */
export type ReportKey = {
  readonly kind: "dmarc" | "tls";
  readonly standing: ReportStanding;
  readonly sender: string;
  readonly reportId: string;
  readonly domain: string;
  readonly beginAt: UnixMs;
};

/** Kept of what does not count: anybody can send it. */
const MOST_NOT_COUNTED = 1_000;

/** The first of its key stays as it came. */
export const insertReport = (
  db: Db,
  workspaceId: WorkspaceId,
  key: ReportKey,
  report: {
    reporter: string;
    endAt: UnixMs;
    receivedAt: UnixMs;
    policy: string;
    rowCount: number;
    messages: number;
    flaw: string | null;
  },
): Statement =>
  db.run(sql`
    INSERT INTO ${reports} (workspace_id, kind, standing, sender, reporter, report_id, domain,
      begin_at, end_at, received_at, policy, row_count, messages, flaw)
    SELECT ${workspaceId}, ${key.kind}, ${key.standing}, ${key.sender}, ${report.reporter},
      ${key.reportId}, ${key.domain}, ${key.beginAt}, ${report.endAt}, ${report.receivedAt},
      ${report.policy}, ${report.rowCount}, ${report.messages}, ${report.flaw}
    WHERE ${key.standing} = 'verified' OR
      (SELECT count(*) FROM ${reports} WHERE workspace_id = ${workspaceId} AND standing <> 'verified') < ${MOST_NOT_COUNTED}
    ON CONFLICT DO NOTHING`);

/** The report of the batch, or the one that came before it; its rows are numbered, so that none comes twice. */
const ofReport = (workspaceId: WorkspaceId, key: ReportKey) => sql`
  r.workspace_id = ${workspaceId} AND r.kind = ${key.kind} AND r.standing = ${key.standing}
    AND r.sender = ${key.sender} AND r.report_id = ${key.reportId} AND r.domain = ${key.domain}
    AND r.begin_at = ${key.beginAt} AND j.key < r.row_count`;

export type OwnedRow = DmarcRow & {
  readonly day: string;
  readonly domain: string;
  readonly owner: SourceOwner;
  readonly provider: string | null;
};

export const insertDmarcRows = (
  db: Db,
  workspaceId: WorkspaceId,
  key: ReportKey,
  rows: readonly OwnedRow[],
): Statement =>
  db.run(sql`
    INSERT INTO ${reportRows} (workspace_id, report_id, n, day, domain, source, owner, provider, mails,
      disposition, dkim_aligned, spf_aligned, dkim_domain, dkim_selector, spf_domain)
    SELECT ${workspaceId}, r.id, j.key, value ->> 'day', value ->> 'domain', value ->> 'source',
      value ->> 'owner', value ->> 'provider', value ->> 'count', value ->> 'disposition',
      value ->> 'dkim_aligned', value ->> 'spf_aligned', value ->> 'dkim_domain',
      value ->> 'dkim_selector', value ->> 'spf_domain'
    FROM json_each(${JSON.stringify(rows)}) j, ${reports} r WHERE ${ofReport(workspaceId, key)}
    ON CONFLICT DO NOTHING`);

export const insertTlsRows = (
  db: Db,
  workspaceId: WorkspaceId,
  key: ReportKey,
  rows: readonly (TlsRow & { readonly day: string })[],
): Statement =>
  db.run(sql`
    INSERT INTO ${tlsRows} (workspace_id, report_id, n, day, domain, policy, failure, mx, amount)
    SELECT ${workspaceId}, r.id, j.key, value ->> 'day', value ->> 'domain', value ->> 'policy',
      value ->> 'failure', value ->> 'mx', value ->> 'count'
    FROM json_each(${JSON.stringify(rows)}) j, ${reports} r WHERE ${ofReport(workspaceId, key)}
    ON CONFLICT DO NOTHING`);

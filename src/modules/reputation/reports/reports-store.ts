import { and, count, desc, eq, gte, lt, max, sql } from "drizzle-orm";
import { reportRows, reports, tlsRows } from "#modules/reputation/schema/reports.ts";
import { type Db, runBatch } from "#platform/db/db.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** From which day on, and about which domain. */
export type Span = { readonly day: string; readonly domain: string | undefined };

const MOST_SOURCES = 2_000;
const passes = sql<boolean>`(${reportRows.dkimAligned} OR ${reportRows.spfAligned})`;
const total = (column: typeof reportRows.mails | typeof tlsRows.amount) =>
  sql<number>`coalesce(sum(${column}), 0)`;

const rowsOf = (workspaceId: WorkspaceId, { day, domain }: Span) =>
  and(
    eq(reportRows.workspaceId, workspaceId),
    gte(reportRows.day, day),
    domain === undefined ? undefined : eq(reportRows.domain, domain),
  );

export async function selectSourceSums(db: Db, workspaceId: WorkspaceId, span: Span) {
  return db
    .select({
      source: reportRows.source,
      domain: reportRows.domain,
      owner: max(reportRows.owner).mapWith(reportRows.owner),
      provider: max(reportRows.provider),
      messages: total(reportRows.mails),
      dkim: sql<number>`coalesce(sum(${reportRows.mails} * ${reportRows.dkimAligned}), 0)`,
      spf: sql<number>`coalesce(sum(${reportRows.mails} * ${reportRows.spfAligned}), 0)`,
      failing: sql<number>`coalesce(sum(CASE WHEN ${passes} THEN 0 ELSE ${reportRows.mails} END), 0)`,
      lastDay: sql<string>`max(${reportRows.day})`,
    })
    .from(reportRows)
    .where(rowsOf(workspaceId, span))
    .groupBy(reportRows.source, reportRows.domain)
    .orderBy(desc(sql`5`))
    .limit(MOST_SOURCES);
}

export async function selectDaySums(db: Db, workspaceId: WorkspaceId, span: Span) {
  return db
    .select({
      day: reportRows.day,
      owner: reportRows.owner,
      dkim: reportRows.dkimAligned,
      spf: reportRows.spfAligned,
      disposition: reportRows.disposition,
      messages: total(reportRows.mails),
    })
    .from(reportRows)
    .where(rowsOf(workspaceId, span))
    .groupBy(
      reportRows.day,
      reportRows.owner,
      reportRows.dkimAligned,
      reportRows.spfAligned,
      reportRows.disposition,
    );
}

export async function selectTlsSums(db: Db, workspaceId: WorkspaceId, { day, domain }: Span) {
  return db
    .select({
      day: tlsRows.day,
      domain: tlsRows.domain,
      failure: tlsRows.failure,
      mx: tlsRows.mx,
      sessions: total(tlsRows.amount),
    })
    .from(tlsRows)
    .where(
      and(
        eq(tlsRows.workspaceId, workspaceId),
        gte(tlsRows.day, day),
        domain === undefined ? undefined : eq(tlsRows.domain, domain),
      ),
    )
    .groupBy(tlsRows.day, tlsRows.domain, tlsRows.failure, tlsRows.mx)
    .limit(50_000);
}

const ofKind = (workspaceId: WorkspaceId, kind: "dmarc" | "tls", since: UnixMs) =>
  and(eq(reports.workspaceId, workspaceId), eq(reports.kind, kind), gte(reports.receivedAt, since));

export async function countStandings(
  db: Db,
  workspaceId: WorkspaceId,
  kind: "dmarc" | "tls",
  since: UnixMs,
) {
  return db
    .select({ standing: reports.standing, n: count() })
    .from(reports)
    .where(ofKind(workspaceId, kind, since))
    .groupBy(reports.standing);
}

export async function selectLatest(
  db: Db,
  workspaceId: WorkspaceId,
  kind: "dmarc" | "tls",
  since: UnixMs,
) {
  return db
    .select()
    .from(reports)
    .where(ofKind(workspaceId, kind, since))
    .orderBy(desc(reports.receivedAt), desc(reports.id))
    .limit(20);
}

/** When the last report about DMARC that counts arrived. */
export async function selectLastReceived(db: Db, workspaceId: WorkspaceId): Promise<UnixMs | null> {
  const [row] = await db
    .select({ at: max(reports.receivedAt) })
    .from(reports)
    .where(
      and(
        eq(reports.workspaceId, workspaceId),
        eq(reports.kind, "dmarc"),
        eq(reports.standing, "verified"),
      ),
    );
  return row?.at ?? null;
}

/** Forgets what is older. */
export async function forgetReports(
  db: Db,
  workspaceId: WorkspaceId,
  before: { at: UnixMs; day: string },
): Promise<void> {
  await runBatch(db, [
    db
      .delete(reportRows)
      .where(and(eq(reportRows.workspaceId, workspaceId), lt(reportRows.day, before.day))),
    db
      .delete(tlsRows)
      .where(and(eq(tlsRows.workspaceId, workspaceId), lt(tlsRows.day, before.day))),
    db
      .delete(reports)
      .where(and(eq(reports.workspaceId, workspaceId), lt(reports.beginAt, before.at))),
  ]);
}

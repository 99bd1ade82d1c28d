import { phrase } from "#platform/words/phrase.ts";
import { noticeStatement } from "#modules/events/notices/notice-statement.ts";
import { addRuns, takeDueRuns } from "#modules/reputation/blocklists/runs-store.ts";
import { REPORT_DAYS } from "#modules/reputation/contract/reports.ts";
import {
  failingFinding,
  type ReportFinding,
  sourceFindings,
  tlsFinding,
} from "#modules/reputation/rules/findings.ts";
import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import { runBatch } from "#platform/db/db.ts";
import { DAY_MS, intervalOf, later, MINUTE_MS, utcDay } from "#platform/rules/time.ts";
import { findDestinations } from "./find-destinations.ts";
import { readDmarcReports, readTlsReports } from "./read-reports.ts";
import { forgetReports, selectLastReceived, selectSourceSums } from "./reports-store.ts";
import { saveDestinations, selectReportBox } from "./settings-store.ts";

const WORKSPACES_AT_ONCE = 20;
/** Once a day; the row moves when it is taken, and a lost job is the next day's. */
const EVERY_MS = DAY_MS;
const SILENT_MS = 7 * DAY_MS;
const NOTICES_AT_ONCE = 20;

/** Sweep: wakes the daily look through reports. */
export async function wakeReportLooks(deps: Deps): Promise<void> {
  const now = deps.now();
  await addRuns(deps.db, now, WORKSPACES_AT_ONCE);
  for (const workspaceId of await takeDueRuns(
    deps.db,
    "reports_due_at",
    now,
    later(now, EVERY_MS - MINUTE_MS),
    WORKSPACES_AT_ONCE,
  )) {
    await deps.queue.send({ type: "reports.look.v1", workspaceId });
  }
}

/**
 * Job `reports.look.v1`: forgets old reports, asks where domains want them, and tells what a week of
 * them shows. Repeating it tells nothing twice.
 */
export async function lookThroughReports(ctx: WorkspaceCtx): Promise<Outcome> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const oldest = later(now, -REPORT_DAYS * DAY_MS);
  await forgetReports(db, workspaceId, { at: oldest, day: utcDay(oldest) });
  const box = await selectReportBox(db, workspaceId);
  if (!box) return done;
  await runBatch(db, [saveDestinations(db, workspaceId, await findDestinations(ctx))]);
  const found = await findings(ctx);
  for (let i = 0; i < found.length; i += NOTICES_AT_ONCE) {
    await runBatch(
      db,
      found.slice(i, i + NOTICES_AT_ONCE).map(({ key, ...notice }) =>
        noticeStatement(ctx, {
          kind: "reports_finding",
          ...notice,
          target: { kind: "reputation", id: null },
          dedupeKey: `reports:${key}`,
        }),
      ),
    );
  }
  return done;
}

async function findings(ctx: WorkspaceCtx): Promise<readonly ReportFinding[]> {
  const now = ctx.now();
  const week = intervalOf(utcDay(now), "week");
  const query = { days: 7, domain: undefined };
  const [sources, dmarc, tls, last] = await Promise.all([
    selectSourceSums(ctx.db, ctx.workspaceId, {
      day: utcDay(later(now, -SILENT_MS)),
      domain: undefined,
    }),
    readDmarcReports(ctx, query),
    readTlsReports(ctx, query),
    selectLastReceived(ctx.db, ctx.workspaceId),
  ]);
  return [
    ...sourceFindings(sources, week),
    ...failingFinding(dmarc.days, week),
    ...tlsFinding(tls.totals, week),
    ...(last !== null && now - last >= SILENT_MS
      ? [
          {
            key: `silent:${utcDay(last)}`,
            severity: "warning" as const,
            title: phrase("No DMARC report for a week"),
            message: phrase(
              "The last report that counts arrived on {day}. Check rua in the DMARC record, and whether the mailbox is read.",
              { day: utcDay(last) },
            ),
          },
        ]
      : []),
  ];
}

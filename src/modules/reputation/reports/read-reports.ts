import type {
  DmarcReports,
  ReportsQuery,
  TlsReports,
} from "#modules/reputation/contract/reports.ts";
import { strictness } from "#modules/reputation/rules/strictness.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { DAY_MS, iso, lastDays, later } from "#platform/rules/time.ts";
import {
  countStandings,
  selectDaySums,
  selectLatest,
  selectSourceSums,
  selectTlsSums,
} from "./reports-store.ts";
import { selectReputationRun } from "./settings-store.ts";

const SHOWN_SOURCES = 200;
const SHOWN_FAILURES = 100;

/** Who sends with the workspace's domains, what passes, and what a stricter policy would break. */
export async function readDmarcReports(
  ctx: WorkspaceCtx,
  { days: span, domain }: ReportsQuery,
): Promise<DmarcReports> {
  const { db, workspaceId } = ctx;
  const dates = lastDays(ctx.now(), span);
  const at = { day: dates[0] ?? "", domain };
  const [sums, sources, arrived, run] = await Promise.all([
    selectDaySums(db, workspaceId, at),
    selectSourceSums(db, workspaceId, at),
    arrivals(ctx, "dmarc", span),
    selectReputationRun(db, workspaceId),
  ]);
  const add = (rows: typeof sums): number => rows.reduce((sum, { messages }) => sum + messages, 0);
  const failing = sums.filter(({ dkim, spf }) => !dkim && !spf);
  const passing = sums.filter(({ dkim, spf }) => dkim || spf);
  const totals = {
    messages: add(sums),
    passing: add(passing),
    failing: add(failing),
    dkim_aligned: add(sums.filter(({ dkim }) => dkim)),
    spf_aligned: add(sums.filter(({ spf }) => spf)),
    quarantined: add(sums.filter(({ disposition }) => disposition === "quarantine")),
    rejected: add(sums.filter(({ disposition }) => disposition === "reject")),
  };
  return {
    from: dates[0] ?? "",
    to: dates.at(-1) ?? "",
    domains: [...new Set(sources.map((one) => one.domain))].toSorted(),
    totals,
    stricter: strictness(totals, sources),
    days: dates.map((day) => {
      const of = (rows: typeof sums) => rows.filter((row) => row.day === day);
      const by = (owner: string) => add(of(sums).filter((row) => row.owner === owner));
      return {
        day,
        passing: add(of(passing)),
        failing: add(of(failing)),
        yours: by("yours"),
        known: by("known"),
        unknown: by("unknown"),
      };
    }),
    sources: sources.slice(0, SHOWN_SOURCES).map(({ dkim, spf, lastDay, owner, ...source }) => ({
      ...source,
      owner: owner ?? "unknown",
      dkim_aligned: dkim,
      spf_aligned: spf,
      last_day: lastDay,
    })),
    ...arrived,
    destinations: [...(run?.destinations ?? [])],
  };
}

/** Whether others could deliver to the workspace's domains as securely as these ask for. */
export async function readTlsReports(
  ctx: WorkspaceCtx,
  { days: span, domain }: ReportsQuery,
): Promise<TlsReports> {
  const dates = lastDays(ctx.now(), span);
  const [sums, arrived] = await Promise.all([
    selectTlsSums(ctx.db, ctx.workspaceId, { day: dates[0] ?? "", domain }),
    arrivals(ctx, "tls", span),
  ]);
  const add = (rows: typeof sums): number => rows.reduce((sum, { sessions }) => sum + sessions, 0);
  const failed = sums.filter(({ failure }) => failure !== "");
  const failures = Map.groupBy(failed, ({ domain: of, failure, mx }) => `${of} ${failure} ${mx}`);
  return {
    from: dates[0] ?? "",
    to: dates.at(-1) ?? "",
    totals: { sessions: add(sums), failed: add(failed) },
    days: dates.map((day) => {
      const own = sums.filter((row) => row.day === day);
      return {
        day,
        secure: add(own.filter(({ failure }) => failure === "")),
        failed: add(own.filter(({ failure }) => failure !== "")),
      };
    }),
    failures: [...failures.values()]
      .flatMap((rows) => {
        const [first] = rows;
        const last = rows
          .map(({ day }) => day)
          .toSorted()
          .at(-1);
        if (!first || last === undefined) return [];
        const { domain: of, failure, mx } = first;
        return [{ domain: of, failure, mx, sessions: add(rows), last_day: last }];
      })
      .toSorted((a, b) => b.sessions - a.sessions)
      .slice(0, SHOWN_FAILURES),
    ...arrived,
  };
}

async function arrivals(ctx: WorkspaceCtx, kind: "dmarc" | "tls", days: number) {
  const since = later(ctx.now(), -days * DAY_MS);
  const [standings, latest] = await Promise.all([
    countStandings(ctx.db, ctx.workspaceId, kind, since),
    selectLatest(ctx.db, ctx.workspaceId, kind, since),
  ]);
  const of = (standing: string) => standings.find((row) => row.standing === standing)?.n ?? 0;
  return {
    reports: {
      verified: of("verified"),
      unverified: of("unverified"),
      other_domain: of("other_domain"),
      refused: of("refused"),
    },
    latest: latest.map(({ reporter, sender, domain, messages, standing, flaw, ...row }) => ({
      reporter,
      sender,
      domain,
      begins_at: iso(row.beginAt),
      received_at: iso(row.receivedAt),
      messages,
      standing,
      flaw,
    })),
  };
}

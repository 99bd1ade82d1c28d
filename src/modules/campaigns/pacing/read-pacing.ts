import type { Pacing, PacingList } from "#modules/campaigns/contract/pacing.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { nameOf } from "#modules/campaigns/rules/pacing/group.ts";
import { leftAt, paceDay } from "#modules/campaigns/rules/pacing/pace.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { isoOrNull, utcDay } from "#platform/rules/time.ts";
import { type PaceRow, release, selectPaces, whilePace } from "./pacing-store.ts";

/** How sending domains stand with the providers that they have written to. */
export async function readPacing(
  ctx: WorkspaceCtx,
  { domain }: { readonly domain?: string | undefined },
): Promise<PacingList> {
  const { pacing } = await readSettings(ctx);
  const now = ctx.now();
  const rows = await selectPaces(ctx.db, ctx.workspaceId, utcDay(now));
  return {
    enabled: pacing.enabled,
    data: rows
      .filter((row) => domain === undefined || row.domain === domain)
      .map((row) => present(row, pacing.growth_pct, now)),
  };
}

/**
 * Lets a domain write to a provider again at once, whatever slowed it down; it grows on from where it
 * stands. Throws `not_found`.
 */
export async function resumePacing(
  ctx: MemberCtx,
  place: { readonly domain: string; readonly recipients: string },
): Promise<Pacing> {
  const { db, workspaceId } = ctx;
  const { domain, recipients } = place;
  const results = await runBatch(db, [
    auditStatement(
      ctx,
      { action: "pacing.resumed", workspaceId, details: { domain, provider: recipients } },
      whilePace(workspaceId, place),
    ),
    release(db, workspaceId, place),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) throw notFound("pace");
  const { data } = await readPacing(ctx, place);
  const [found] = data.filter(({ recipients }) => recipients === place.recipients);
  if (!found) throw notFound("pace");
  return found;
}

function present(row: PaceRow, growthPct: number, now: UnixMs): Pacing {
  const day = paceDay(row, growthPct, now);
  const { status, until } = statusOf(row, day, now);
  const name = nameOf(row.recipients);
  return {
    domain: row.domain,
    recipients: row.recipients,
    name,
    sent_today: row.used,
    limit: day.limit,
    status,
    until: isoOrNull(until),
    refused_at: isoOrNull(row.refusedAt),
    refusal: row.refusal,
    reason: reasonOf(row, status, name, growthPct),
  };
}

function statusOf(
  row: PaceRow,
  day: ReturnType<typeof paceDay>,
  now: UnixMs,
): { status: Pacing["status"]; until: UnixMs | null } {
  if (row.junkState === "paused") return { status: "paused", until: null };
  if (day.heldUntil !== null) return { status: "held", until: day.heldUntil };
  if (row.halvedUntil !== null && row.halvedUntil > now)
    return { status: "halved", until: row.halvedUntil };
  if (row.junkState === "throttled") return { status: "throttled", until: null };
  if (leftAt(day) === 0) return { status: "limit_reached", until: day.refillsAt };
  return { status: day.limit === null ? "open" : "growing", until: null };
}

function reasonOf(row: PaceRow, status: Pacing["status"], name: string, growthPct: number): string {
  switch (status) {
    case "open":
      return "Limited by its mailboxes alone.";
    case "growing":
    case "limit_reached":
      return `A new domain to ${name}: ${growthPct}% more after each day on which it sends without a refusal.`;
    case "held":
      return `${name} asked to slow down. Emails there wait, and half of a day is allowed for 24 hours.`;
    case "halved":
      return `${name} asked to slow down in the last 24 hours, so half of a day is allowed.`;
    case "throttled":
      return `Half, since many emails to ${name} lie in junk. ${row.junkNote ?? ""}`.trim();
    case "paused":
      return `Paused, since too many emails to ${name} lie in junk. ${row.junkNote ?? ""}`.trim();
  }
}

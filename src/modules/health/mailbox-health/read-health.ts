import { type DaySample, mailboxDays } from "#modules/health/hooks.ts";
import {
  HEALTH_DAYS,
  type HealthQuery,
  type MailboxHealth,
} from "#modules/health/contract/mailbox-health.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { localDay } from "#platform/rules/schedule.ts";
import { expectedRecords } from "#modules/mailboxes/rules/dns/expect.ts";
import type { RecordCheck } from "#platform/rules/dns/record-check.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { isSandbox } from "#platform/rules/mail/sandbox.ts";
import { lastDays } from "#platform/rules/time.ts";
import type { Sample } from "#modules/mailboxes/rules/health-bands.ts";
import { presetOfSmtp } from "#modules/mailboxes/rules/preset-of.ts";
import { factsOf } from "#modules/mailboxes/sending-domains/check-domain.ts";
import { pageOfMailboxes, usedSlots } from "#modules/mailboxes/mailboxes/read-mailboxes.ts";
import { placementOf } from "#modules/warmup/mailbox-care/placement-of.ts";
import { listedNames } from "#modules/reputation/blocklists/read-listings.ts";
import { sinceDay } from "./judge-mailbox.ts";
import { presentHealth } from "./present.ts";
import { type BoxRow, selectBox } from "./store.ts";

/** The health of the workspace's mailboxes, newest first, from what is stored: nothing is dialled or asked. The sandbox has none. */
export async function listHealth(ctx: WorkspaceCtx, query: HealthQuery) {
  const { rows: boxes, pagination } = await pageOfMailboxes(ctx, query);
  return {
    data: (
      await healthOfAll(
        ctx,
        boxes.filter((box) => !isSandbox(box)),
      )
    ).map(({ brief }) => brief),
    pagination,
  };
}

/** One mailbox's health, with the DNS records of its domain. Throws `not_found`. */
export async function readHealth(ctx: WorkspaceCtx, id: MailboxId): Promise<MailboxHealth> {
  const boxes = await selectBox(ctx.db, ctx.workspaceId, id);
  const [health] = await healthOfAll(ctx, boxes);
  if (!health) throw notFound("mailbox");
  return health.full;
}

async function healthOfAll(ctx: WorkspaceCtx, boxes: readonly BoxRow[]) {
  if (boxes.length === 0) return [];
  const now = ctx.now();
  const ids = boxes.map(({ id }) => id);
  const dates = lastDays(now, HEALTH_DAYS);
  const [days, placements, facts, used, listed] = await Promise.all([
    ctx.hooks.one(mailboxDays)(ctx.db, ctx.workspaceId, ids, dates[0] ?? ""),
    placementOf(ctx.db, ctx.workspaceId, ids, now),
    factsOf(ctx, [...new Set(boxes.map(({ domain }) => domain ?? ""))]),
    usedSlots(
      ctx,
      boxes.map(({ id, timezone }) => ({ id, day: localDay(timezone ?? "UTC", now) })),
    ),
    listedNames(ctx),
  ]);
  // Many mailboxes share a domain and a server.
  const known = new Map<string, readonly RecordCheck[]>();
  return boxes.map((box) => {
    const domain = box.domain ?? "";
    const since = sinceDay(box, now);
    const found = facts.get(domain);
    const key = `${domain} ${box.smtpHost}`;
    const records = found?.facts
      ? (known.get(key) ??
        expectedRecords(domain, found.facts, {
          smtpHost: box.smtpHost,
          preset: presetOfSmtp(box.smtpHost),
        }))
      : null;
    if (records) known.set(key, records);
    return presentHealth({
      box,
      now,
      records,
      checkedAt: found?.checkedAt ?? null,
      sample: sumOf(days(box.id).filter(({ day }) => day >= since)),
      byDay: byDay(days(box.id), dates),
      spam: placements.get(box.id) ?? null,
      listed: listed.filter(
        ({ use, name }) =>
          (use !== "sending" || name === domain) &&
          // A provider's servers are everybody's.
          (use !== "server" || presetOfSmtp(box.smtpHost) === null),
      ),
      sentToday: used.get(box.id) ?? 0,
    });
  });
}

const sumOf = (days: readonly Sample[]): Sample => ({
  sent: total(days, "sent"),
  refused: total(days, "refused"),
  bounces: total(days, "bounces"),
  complaints: total(days, "complaints"),
  replies: total(days, "replies"),
});
const total = (days: readonly Sample[], what: keyof Sample): number =>
  days.reduce((sum, day) => sum + day[what], 0);

/** Each of these days has its figures, those without mail as well. */
function byDay(days: readonly DaySample[], dates: readonly string[]): MailboxHealth["by_day"] {
  const known = new Map(days.map((sample) => [sample.day, sample]));
  const line = (what: keyof Sample): number[] => dates.map((day) => known.get(day)?.[what] ?? 0);
  return {
    sent: line("sent"),
    replies: line("replies"),
    bounces: line("bounces"),
    complaints: line("complaints"),
  };
}

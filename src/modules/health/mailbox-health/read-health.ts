import { mailboxSamples } from "#modules/health/hooks.ts";
import type { HealthQuery, MailboxHealth } from "#modules/health/contract/mailbox-health.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { localDay } from "#platform/rules/schedule.ts";
import { expectedRecords } from "#modules/mailboxes/rules/dns/expect.ts";
import type { RecordCheck } from "#platform/rules/dns/record-check.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { presetOfSmtp } from "#modules/mailboxes/rules/preset-of.ts";
import { factsOf } from "#modules/mailboxes/sending-domains/check-domain.ts";
import { pageOfMailboxes, usedSlots } from "#modules/mailboxes/mailboxes/read-mailboxes.ts";
import { placementOf } from "#modules/warmup/mailbox-care/placement-of.ts";
import { listedNames } from "#modules/reputation/blocklists/read-listings.ts";
import { sinceDay } from "./judge-mailbox.ts";
import { presentHealth } from "./present.ts";
import { type BoxRow, selectBox } from "./store.ts";

/** The health of the workspace's mailboxes, newest first, from what is stored: nothing is dialled or asked. */
export async function listHealth(ctx: WorkspaceCtx, query: HealthQuery) {
  const { rows: boxes, pagination } = await pageOfMailboxes(ctx, query);
  return { data: (await healthOfAll(ctx, boxes)).map(({ brief }) => brief), pagination };
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
  const [samples, placements, facts, used, listed] = await Promise.all([
    ctx.hooks.one(mailboxSamples)(
      ctx.db,
      ctx.workspaceId,
      boxes.map((box) => ({ id: box.id, day: sinceDay(box, now) })),
    ),
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
      sample: samples(box.id),
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

import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type {
  BulkMailboxesAnswer,
  BulkMailboxesBody,
  BulkSet,
} from "#modules/mailboxes/contract/many-mailboxes.ts";
import { deleteMailbox } from "#modules/mailboxes/deletion/delete-mailbox.ts";
import {
  mailboxTagsChanged,
  mailboxWarmupsPaused,
  mailboxWarmupsStarted,
} from "#modules/mailboxes/hooks.ts";
import { ofFilter } from "#modules/mailboxes/mailboxes/filter-store.ts";
import { theseIds } from "#modules/mailboxes/mailboxes/store.ts";
import { refuseChange, retagged } from "#modules/mailboxes/rules/bulk.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { MOST_MAILBOXES } from "#platform/rules/mail/mailbox.ts";
import {
  amongIds,
  type ChosenMailbox,
  patchMailboxes,
  retagMailboxes,
  selectChosen,
  chooseStatus,
  warmable,
  whileAnyThere,
} from "./bulk-store.ts";

/**
 * Each deletion is a batch of its own, which hands over leads, and each test a job of its own; more
 * do not fit into a request.
 */
const ONE_BY_ONE = 200;

/**
 * Changes many mailboxes in one batch, all those that can be changed; deletions are one batch each,
 * and those that were done stay done. Throws `validation_failed` for a filter that finds more than
 * 5,000, and for more than 200 deletions or tests.
 */
export async function changeMailboxes(
  ctx: MemberCtx,
  { ids, filter, set }: BulkMailboxesBody,
): Promise<BulkMailboxesAnswer> {
  const choice = ids ? amongIds(ids) : filter && ofFilter(filter);
  const found = await selectChosen(ctx.db, ctx.workspaceId, choice, MOST_MAILBOXES + 1);
  const most = set.delete || set.test ? ONE_BY_ONE : MOST_MAILBOXES;
  if (found.length > most) {
    const message = `Change up to ${most} mailboxes at once. This would be ${found.length > MOST_MAILBOXES ? "more than " : ""}${Math.min(found.length, MOST_MAILBOXES)}.`;
    throw invalidField(ids ? "ids" : "filter", "too_big", message);
  }
  const failed = missing(ids ?? [], found);
  const able: ChosenMailbox[] = [];
  for (const mailbox of found) {
    const refusal = refuseChange(mailbox, set);
    if (refusal) failed.push({ id: mailbox.id, ...refusal });
    else able.push(mailbox);
  }
  const changed = set.delete
    ? await deleteAll(ctx, able, failed)
    : set.test
      ? await testAll(ctx, able)
      : await change(ctx, able, set);
  return { matched: found.length, changed, failed };
}

type Failed = BulkMailboxesAnswer["failed"];

function missing(ids: readonly MailboxId[], found: readonly ChosenMailbox[]): Failed {
  const there = new Set(found.map(({ id }) => id));
  return [...new Set(ids)]
    .filter((id) => !there.has(id))
    .map((id) => ({ id, code: "not_found", message: "Mailbox not found." }));
}

async function change(
  ctx: MemberCtx,
  able: readonly ChosenMailbox[],
  set: BulkSet,
): Promise<number> {
  if (able.length === 0) return 0;
  const { db, workspaceId } = ctx;
  const ids = able.map(({ id }) => id);
  const results = await runBatch(db, [
    changedLine(ctx, Object.keys(set), able),
    patchMailboxes(db, workspaceId, ids, { ...patchOf(set), updatedAt: ctx.now() }),
    ...parts(ctx, able, set),
  ]);
  return (results[1] as unknown[]).length;
}

const changedLine = (ctx: MemberCtx, fields: readonly string[], able: readonly ChosenMailbox[]) =>
  auditStatement(
    ctx,
    {
      action: "mailboxes.changed",
      workspaceId: ctx.workspaceId,
      details: { fields, mailboxes: able.length },
    },
    whileAnyThere(
      ctx.workspaceId,
      able.map(({ id }) => id),
    ),
  );

/** What is not the same for each of them, and what other modules do. */
function parts(ctx: MemberCtx, able: readonly ChosenMailbox[], set: BulkSet): Statement[] {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const ids = able.map(({ id }) => id);
  const those = theseIds(ids);
  const changed = able.filter((one) => retagged(one.tags, set) !== null).map(({ id }) => id);
  return [
    ...(set.status ? [chooseStatus(db, workspaceId, ids, set.status, now)] : []),
    ...(changed.length === 0
      ? []
      : [
          retagMailboxes(db, workspaceId, changed, set),
          ...ctx.hooks.one(mailboxTagsChanged)(ctx, theseIds(changed)),
        ]),
    ...(set.warmup === "start" ? ctx.hooks.one(mailboxWarmupsStarted)(ctx, warmable(ids)) : []),
    ...(set.warmup === "pause" ? ctx.hooks.one(mailboxWarmupsPaused)(ctx, those) : []),
  ];
}

/** Asks for their tests, whose results come with their status. A repeat tests them once more. */
async function testAll(ctx: MemberCtx, able: readonly ChosenMailbox[]): Promise<number> {
  const { db, workspaceId } = ctx;
  if (able.length === 0) return 0;
  await runBatch(db, [changedLine(ctx, ["test"], able)]);
  for (const { id } of able) {
    await ctx.queue.send({ type: "mailbox.check.v1", workspaceId, mailboxId: id });
  }
  return able.length;
}

async function deleteAll(
  ctx: MemberCtx,
  able: readonly ChosenMailbox[],
  failed: Failed,
): Promise<number> {
  let deleted = 0;
  for (const { id } of able) {
    try {
      await deleteMailbox(ctx, id);
      deleted++;
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.code !== "not_found") throw cause;
      failed.push({ id, code: cause.code, message: cause.message });
    }
  }
  return deleted;
}

const patchOf = (set: BulkSet) =>
  Object.fromEntries(
    Object.entries({
      dailyLimit: set.daily_limit,
      minGapSeconds: set.min_gap_seconds,
      gapJitterSeconds: set.gap_jitter_seconds,
      rampEnabled: set.ramp_enabled,
      rampIncrement: set.ramp_increment,
      signatureHtml: set.signature_html,
      signatureText: set.signature_text,
      replyTo: set.reply_to,
      groupName: set.group,
    }).filter(([, value]) => value !== undefined),
  );

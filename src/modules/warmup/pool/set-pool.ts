import type { SetWarmupPoolBody, WarmupPool } from "#modules/warmup/contract/pool.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { wakeLonely } from "#modules/warmup/mails/state-store.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { type InstallStatement, runBatch } from "#platform/db/db.ts";
import { invalidField } from "#platform/rules/errors.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { cancelOutside, countOutside, selectShared, type SharedMailbox } from "./outside-store.ts";
import { countPool, joinPool, leavePool, selectJoined } from "./pool-store.ts";

const WEEK_MS = 7 * DAY_MS;

/** Whether the workspace takes part, with which mailboxes, and what that brought. */
export async function readPool(ctx: WorkspaceCtx): Promise<WarmupPool> {
  const { db, install, workspaceId } = ctx;
  const [joined, pool, counts] = await Promise.all([
    selectJoined(install, workspaceId),
    countPool(install),
    countOutside(db, workspaceId, later(ctx.now(), -WEEK_MS)),
  ]);
  const volume = counts.find(({ exchangeId }) => exchangeId === null);
  return {
    enabled: joined.length > 0,
    mailbox_ids: joined.map(({ mailboxId }) => mailboxId),
    pool,
    sent_7d: volume?.sent ?? 0,
    received_7d: volume?.received ?? 0,
  };
}

/**
 * Shares these mailboxes with the pool and takes back all others of the workspace. Who leaves gets no
 * new partners at once, and what it planned for others does not leave; mails on their way are looked
 * after. Throws `validation_failed` for mailboxes that are not there or only send.
 */
export async function setPool(ctx: MemberCtx, body: SetWarmupPoolBody): Promise<WarmupPool> {
  const { db, install, workspaceId } = ctx;
  const ids = body.enabled ? [...new Set(body.mailbox_ids)] : [];
  if (body.enabled && ids.length === 0) {
    throw invalidField("mailbox_ids", "required", "Choose the mailboxes that take part.");
  }
  const shared = await sharable(ctx, ids);
  const now = ctx.now();
  const facts = shared.map((one) => ({ ...one, isReady: one.isReady === 1 }));
  await runBatch(install, [
    auditStatement(ctx, {
      action: "warmup.pool_changed",
      workspaceId,
      details: { enabled: body.enabled, mailboxes: ids },
    }) as InstallStatement,
    leavePool(install, workspaceId, ids, now),
    ...(facts.length > 0 ? [joinPool(install, workspaceId, facts, now)] : []),
  ]);
  // The gate asks the pool itself; what is cancelled here only does not wait for it.
  await runBatch(db, cancelOutside(db, workspaceId, { exchangeId: null, staying: ids }, now));
  if (ids.length > 0) await wakeLonely(db, workspaceId, now);
  return readPool(ctx);
}

/** Mailboxes that may have partners outside of the workspace. Throws `validation_failed`. */
export async function sharable(
  { db, workspaceId }: WorkspaceCtx,
  ids: readonly MailboxId[],
): Promise<SharedMailbox[]> {
  const shared = await selectShared(db, workspaceId, ids);
  const known = new Map(shared.map((one) => [one.mailboxId, one]));
  ids.forEach((id, i) => {
    const one = known.get(id);
    if (!one) {
      throw invalidField(`mailbox_ids.${i}`, "unknown", "There is no such mailbox here.");
    }
    if (one.canRead === 0) {
      const message = "This mailbox only sends. Add IMAP settings to it, or leave it out.";
      throw invalidField(`mailbox_ids.${i}`, "cannot_read", message);
    }
  });
  return shared;
}

import { eventStatements } from "#modules/events/events/event-statements.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import {
  type ChainRow,
  chainUnchanged,
  moveChain,
  selectChain,
} from "#modules/receipts/collecting/chain-store.ts";
import { headText, sha256Hex } from "#modules/receipts/rules/encoding.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { iso } from "#platform/rules/time.ts";
import { type HeadRow, insertHead } from "./heads-store.ts";
import { receiptSigner } from "./install-key.ts";

/** The head of the open day as it stands, signed. */
export async function signHead(ctx: WorkspaceCtx, chain: ChainRow): Promise<HeadRow> {
  const signer = await receiptSigner(ctx);
  const fields = {
    day: chain.day,
    count: chain.count,
    last: chain.last,
    previous: chain.head,
    at: ctx.now(),
    key: signer.key,
  };
  const text = headText({ workspace: ctx.workspaceId, ...fields });
  return {
    workspaceId: ctx.workspaceId,
    ...fields,
    signature: await signer.sign(text),
    hash: sha256Hex(text),
  };
}

/**
 * Closes the open day of a chain for good, with its signed head and the event that tells it. Answers
 * the chain behind it; null: somebody else moved it meanwhile.
 */
export async function closeDay(ctx: WorkspaceCtx, chain: ChainRow): Promise<ChainRow | null> {
  const { db, workspaceId } = ctx;
  const head = await signHead(ctx, chain);
  const guard = chainUnchanged(chain);
  const dedupeKey = `receipts:${head.day}:${head.hash}`;
  const event = {
    type: "receipts.head",
    dedupeKey,
    leadId: null,
    campaignId: null,
    sendId: null,
    data: {
      day: head.day,
      count: head.count,
      last: head.last,
      previous: head.previous,
      at: iso(head.at),
      key: head.key,
      signature: head.signature,
    },
  } as const;
  const results = await runBatch(db, [
    ...eventStatements(ctx, event, guard),
    insertHead(db, head, guard),
    moveChain(db, chain, { count: 0, last: head.hash, head: head.hash }),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) return null;
  await wakeDeliveries(ctx, [dedupeKey]);
  return selectChain(db, workspaceId);
}

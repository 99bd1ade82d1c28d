import { isListBehind } from "#modules/leads/install-suppressions/copy-list.ts";
import { type Deps, inWorkspace, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import type { MailboxId, UnixMs } from "#platform/rules/ids.ts";
import type { Kind } from "./kind.ts";
import { type Claim, endMoot, leaseChosen, leaseDue, selectLeased } from "./moves.ts";
import { type Chosen, startGaps, takeSlots } from "./slots.ts";

/**
 * Mails in one wake-up: small enough for a queue message and a companion call, and for what one
 * invocation may ask of the database where it sends them itself.
 */
export const MAILS_PER_JOB = 50;

/**
 * Sweep of a kind whose mails leave as they become due: ends what is over, leases the rest and wakes
 * its transmission, in every workspace. Any number may run at once.
 */
export async function claimDue(deps: Deps, kind: Kind): Promise<void> {
  await endOver(deps, kind);
  if (kind.claim.by !== "due" || (await isListBehind(deps))) return;
  const claim: Claim = { lease: crypto.randomUUID(), now: deps.now() };
  const due = await leaseDue(deps.db, kind, claim, kind.claim);
  for (const [workspaceId, mails] of Map.groupBy(due, (mail) => mail.workspaceId)) {
    await wake(
      inWorkspace(deps, workspaceId),
      kind,
      claim.lease,
      mails.map(({ id }) => id),
    );
  }
}

/** Ends what is due and over. */
export async function endOver({ db, now }: Deps, kind: Kind): Promise<void> {
  const at = now();
  if (kind.moot) await runBatch(db, [endMoot(db, kind, kind.moot(at), at)]);
}

/** A claim that a kind makes by its own choice, under one lease. */
export type ChosenClaim = {
  readonly claim: Claim;
  readonly chosen: readonly Chosen[];
  /** Mailboxes that it uses, and when the gap behind its mail ends. */
  readonly gaps: readonly { readonly mailboxId: MailboxId; readonly until: UnixMs }[];
  /** Rows that it claims by writing them. */
  readonly inserts: readonly Statement[];
  /** What changes with it. */
  readonly alongside: readonly Statement[];
};

/** One batch: mails, day slots and gaps change together, and the won are woken. */
export async function claimChosen(
  ctx: WorkspaceCtx,
  kind: Kind,
  { claim, chosen, gaps, inserts, alongside }: ChosenClaim,
): Promise<void> {
  const { db, workspaceId } = ctx;
  const results = await runBatch(db, [
    ...inserts,
    ...(chosen.length > 0 ? [leaseChosen(db, kind, workspaceId, claim, chosen)] : []),
    takeSlots(db, kind.ledger, workspaceId, claim.lease),
    startGaps(db, kind.ledger, workspaceId, claim.lease, gaps),
    ...alongside,
    selectLeased(db, kind, workspaceId, claim.lease),
  ]);
  // The batch's last statement answers the rows that this lease holds.
  const won = (results.at(-1) as { id: number }[]).map(({ id }) => id);
  await wake(ctx, kind, claim.lease, won);
}

async function wake(
  { queue, workspaceId }: Pick<WorkspaceCtx, "queue" | "workspaceId">,
  kind: Kind,
  lease: string,
  ids: readonly number[],
): Promise<void> {
  for (let i = 0; i < ids.length; i += MAILS_PER_JOB) {
    await queue.send({
      type: "delivery.transmit.v1",
      kind: kind.name,
      workspaceId,
      lease,
      ids: ids.slice(i, i + MAILS_PER_JOB),
    });
  }
}

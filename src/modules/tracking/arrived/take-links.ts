import type { z } from "zod";
import { decideByLink, readByLink } from "#modules/campaigns/approvals/by-link.ts";
import { DecideByLinkBody } from "#modules/campaigns/contract/publishing/approvals.ts";
import { recordHits } from "#modules/tracking/hits/record-hits.ts";
import type { PublicCtx } from "#platform/ctx/ctx.ts";
import { QueuedHit } from "#platform/ctx/job.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { ApprovalAnswer, LinkCallOf } from "#platform/wire/arrivals.ts";

/** What somebody asks, or decides, behind a link to an approval that the other installation sent. */
export const answerArrivedApproval = (
  ctx: PublicCtx,
  workspaceId: WorkspaceId,
  { token, decision }: LinkCallOf<"approval">,
): Promise<z.output<typeof ApprovalAnswer>> =>
  orProblem(() =>
    decision === null
      ? readByLink(ctx, token, workspaceId)
      : decideByLink(ctx, DecideByLinkBody.parse({ ...decision, token }), workspaceId),
  );

/** Hits at links that the other installation sent; a name that comes again adds nothing. */
export async function takeArrivedHits(
  ctx: PublicCtx,
  workspaceId: WorkspaceId,
  id: string,
  { batch, hits }: LinkCallOf<"hits">,
): Promise<void> {
  const own = hits.flatMap((hit) => {
    const read = QueuedHit.safeParse({ ...hit, workspaceId });
    return read.success ? [read.data] : [];
  });
  if (own.length > 0) await recordHits(ctx, [{ batchId: `${id}:${batch}`, hits: own }]);
}

/** The other installation answers a problem in its own name. */
async function orProblem(ask: () => Promise<unknown>): Promise<z.output<typeof ApprovalAnswer>> {
  try {
    return { answer: await ask() };
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    const { code, message, errors } = cause;
    return { problem: { code, message, errors: [...errors] } };
  }
}

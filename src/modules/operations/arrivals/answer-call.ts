import { QueuedHit } from "#platform/ctx/job.ts";
import { inWorkspace, type PublicCtx, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { HotAnswer, HotRequest } from "#platform/http/hot-route.ts";
import { AppError } from "#platform/rules/errors.ts";
import { asId, type SendId, type WorkspaceId } from "#platform/rules/ids.ts";
import type { z } from "zod";
import { decideByLink, readByLink } from "#modules/campaigns/approvals/by-link.ts";
import { DecideByLinkBody } from "#modules/campaigns/contract/publishing/approvals.ts";
import type {
  ApprovalAnswer,
  ArrivalCall,
  ArrivalCallOf,
  PageAnswer,
} from "#platform/wire/arrivals.ts";
import { recordHits } from "#modules/tracking/hits/record-hits.ts";
import { arrivalsOf } from "./take-arrivals.ts";

/** What the calls of an arrival are signed with. Throws `not_found` where there is none. */
export async function secretOfArrival(ctx: PublicCtx, id: string): Promise<string> {
  const secret = await arrivalsOf(ctx).secretOf(id);
  if (secret === null) throw new AppError("not_found", "There is no such arrival.");
  return secret;
}

/** The page behind unsubscribe links, as it is answered here. */
type AnswerPage = (
  ctx: WorkspaceCtx,
  request: Pick<HotRequest, "method" | "header" | "text">,
  sendId: SendId,
) => Promise<HotAnswer>;

/**
 * Does what the installation asks for that hands a workspace over, or handed it over: rows before the
 * decision, hits and unsubscribes of its old links for good.
 */
export async function answerCall(
  ctx: PublicCtx,
  id: string,
  call: ArrivalCall,
  answerUnsubscribe: AnswerPage,
): Promise<unknown> {
  switch (call.act) {
    case "hits":
      return takeHits(ctx, await openedAs(ctx, id), id, call);
    case "unsubscribe":
      return answerPage(ctx, await openedAs(ctx, id), call, answerUnsubscribe);
    case "approval":
      return orProblem(await openedAs(ctx, id), (workspaceId) =>
        call.decision === null
          ? readByLink(ctx, call.token, workspaceId)
          : decideByLink(
              ctx,
              DecideByLinkBody.parse({ ...call.decision, token: call.token }),
              workspaceId,
            ),
      );
    default:
      return arrivalsOf(ctx).take(id, call);
  }
}

async function openedAs(ctx: PublicCtx, id: string): Promise<WorkspaceId> {
  const workspaceId = await arrivalsOf(ctx).openedAs(id);
  if (workspaceId === null) throw new AppError("invalid_state", "The workspace has not arrived.");
  return workspaceId;
}

async function takeHits(
  ctx: PublicCtx,
  workspaceId: WorkspaceId,
  id: string,
  { batch, hits }: ArrivalCallOf<"hits">,
): Promise<object> {
  const own = hits.flatMap((hit) => {
    const read = QueuedHit.safeParse({ ...hit, workspaceId });
    return read.success ? [read.data] : [];
  });
  if (own.length > 0) await recordHits(ctx, [{ batchId: `${id}:${batch}`, hits: own }]);
  return {};
}

async function answerPage(
  ctx: PublicCtx,
  workspaceId: WorkspaceId,
  { send, method, body, language }: ArrivalCallOf<"unsubscribe">,
  answerUnsubscribe: AnswerPage,
): Promise<PageAnswer> {
  const answer = await answerUnsubscribe(
    inWorkspace(ctx, workspaceId),
    {
      method,
      header: (name) => (name === "accept-language" ? language : undefined),
      text: async () => body,
    },
    asId<SendId>(send),
  );
  const { status, headers } = answer;
  return { status, headers, body: typeof answer.body === "string" ? answer.body : null };
}

/** The other installation answers a problem in its own name. */
async function orProblem(
  workspaceId: WorkspaceId,
  ask: (workspaceId: WorkspaceId) => Promise<unknown>,
): Promise<z.output<typeof ApprovalAnswer>> {
  try {
    return { answer: await ask(workspaceId) };
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    const { code, message, errors } = cause;
    return { problem: { code, message, errors: [...errors] } };
  }
}

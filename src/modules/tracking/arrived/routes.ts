import { z } from "zod";
import { openedArrival, secretOfArrival } from "#platform/ctx/arrivals.ts";
import { inWorkspace, type PublicCtx } from "#platform/ctx/ctx.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { readInternal } from "#platform/http/internal.ts";
import { asId, type SendId, type WorkspaceId } from "#platform/rules/ids.ts";
import {
  ARRIVAL_SIGNATURE,
  LinkCall,
  type LinkCallOf,
  type PageAnswer,
} from "#platform/wire/arrivals.ts";
import { answerUnsubscribe } from "#modules/tracking/unsubscribe/routes.ts";
import { answerArrivedApproval, takeArrivedHits } from "./take-links.ts";

/** What happens at links of a workspace that came from another installation, which that one sent. */
export const arrivedRoutes = [
  endpoint(
    {
      method: "POST",
      path: "/internal/arrivals/:arrival/links",
      scope: "public",
      action: null,
      summary:
        "Hits, unsubscribes and approvals at links that another installation sent (it alone).",
      params: z.object({ arrival: z.uuid() }),
      answers: { 200: z.looseObject({}) },
      consumes: "other",
    },
    async (ctx, { params: { arrival }, request }) => {
      const secret = await secretOfArrival(ctx, arrival);
      const call = await readInternal(request, secret, ctx.now(), LinkCall, ARRIVAL_SIGNATURE);
      const workspaceId = await openedArrival(ctx, arrival);
      switch (call.act) {
        case "hits":
          await takeArrivedHits(ctx, workspaceId, arrival, call);
          return ok({});
        case "unsubscribe":
          return ok(await answerPage(ctx, workspaceId, call));
        case "approval":
          return ok(await answerArrivedApproval(ctx, workspaceId, call));
        default:
          return call satisfies never;
      }
    },
  ),
];

async function answerPage(
  ctx: PublicCtx,
  workspaceId: WorkspaceId,
  { send, method, body, language }: LinkCallOf<"unsubscribe">,
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

import { z } from "zod";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { UnexpectedReply } from "#modules/events/rules/integrations/conversation.ts";
import type { Sending } from "#modules/events/rules/integrations/hook.ts";
import type { StoredDealRule } from "#modules/events/rules/integrations/deal-rule.ts";
import { refusalWords } from "#modules/events/rules/integrations/missing-scope.ts";
import type { Service } from "#modules/events/rules/integrations/speak.ts";
import { tellService } from "./tell-service.ts";
import type { Posted } from "./post-event.ts";
import { retryAfterMs } from "#modules/events/rules/retry.ts";

/** Of a reply, what the log keeps. */
const KEPT_CHARACTERS = 16 * 1_024;

/** What is sealed behind a service. */
export const ServiceSecret = z.object({
  credentials: z.record(z.string(), z.string()),
  config: z.object({ base_url: z.string().optional() }),
});
export type ServiceSecret = z.output<typeof ServiceSecret>;

/**
 * Posts an event to a connected service, in one or more requests within the time of one. The first
 * that does not succeed ends the attempt; the next attempt starts over.
 */
export async function postToService(
  ctx: WorkspaceCtx,
  provider: string,
  secret: string,
  sending: Omit<Sending, "at">,
  deals: StoredDealRule | null,
): Promise<Posted> {
  const at = ctx.now();
  // Written by `connectService`, whose type it is.
  const service = { provider, ...ServiceSecret.parse(JSON.parse(secret)) } as Service;
  const talk = await tellService(ctx, service, { ...sending, at }, deals).catch(
    (thrown: unknown) => {
      if (thrown instanceof UnexpectedReply) return thrown;
      throw thrown;
    },
  );
  const durationMs = ctx.now() - at;
  if (talk instanceof UnexpectedReply) {
    const result = {
      statusCode: null,
      responseBody: talk.message,
      durationMs,
      error: "status",
    } as const;
    return { isDelivered: false, result, retryAfterMs: 0 };
  }
  if (talk.isDone) {
    // A CRM answers with the person's record, which is no business of a log.
    const statusCode = talk.last?.status ?? null;
    const result = { statusCode, responseBody: null, durationMs, error: null };
    return { isDelivered: true, result, retryAfterMs: 0 };
  }
  if ("error" in talk) {
    const result = { statusCode: null, responseBody: null, durationMs, error: talk.error };
    return { isDelivered: false, result, retryAfterMs: 0 };
  }
  const result = {
    statusCode: talk.last.status,
    responseBody: talk.last.body.slice(0, KEPT_CHARACTERS),
    durationMs,
    error: "status",
    problem: refusalWords(provider, talk.asked, talk.last),
  } as const;
  return {
    isDelivered: false,
    result,
    retryAfterMs: retryAfterMs(talk.last.retryAfter, ctx.now()),
  };
}

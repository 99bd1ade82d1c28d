import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { EgressFailure, EgressReply } from "#platform/ctx/ports.ts";
import type {
  Conversation,
  ServiceRequest,
} from "#modules/events/rules/integrations/conversation.ts";

/** Of a reply, what is read: lists of records with all their fields. */
const MAX_REPLY_BYTES = 1_024 * 1_024;

type Asked = Pick<ServiceRequest, "method" | "url">;

export type Talk<T> =
  | { readonly isDone: true; readonly value: T; readonly last: EgressReply | null }
  | { readonly isDone: false; readonly last: EgressReply; readonly asked: Asked }
  | { readonly isDone: false; readonly last: null; readonly error: EgressFailure };

/**
 * Holds a conversation with a service, all of it within `timeoutMs`. Ends at the first reply that
 * is neither 2xx nor expected. Throws `UnexpectedReply` for a reply that breaks the service's contract.
 */
export async function talkTo<T>(
  ctx: WorkspaceCtx,
  conversation: Conversation<T>,
  timeoutMs: number,
): Promise<Talk<T>> {
  const until = ctx.now() + timeoutMs;
  let last: EgressReply | null = null;
  let turn = conversation.next();
  while (!turn.done) {
    const left = until - ctx.now();
    if (left <= 0) return { isDone: false, last: null, error: "timeout" };
    const { expects = [], ...request } = turn.value;
    const sent = await ctx.egress.send({
      ...request,
      timeoutMs: left,
      maxBytes: MAX_REPLY_BYTES,
    });
    if (!sent.ok) return { isDone: false, last: null, error: sent.error };
    last = sent.reply;
    const isFit = (last.status >= 200 && last.status <= 299) || expects.includes(last.status);
    if (!isFit) return { isDone: false, last, asked: request };
    turn = conversation.next(last);
  }
  return { isDone: true, value: turn.value, last };
}

import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import {
  type Conversation,
  UnexpectedReply,
} from "#modules/events/rules/integrations/conversation.ts";
import { refusalWords } from "#modules/events/rules/integrations/missing-scope.ts";
import type { IntegrationProvider } from "#modules/events/rules/integrations/providers.ts";
import { retryAfterMs } from "#modules/events/rules/retry.ts";
import { SECOND_MS } from "#platform/rules/time.ts";
import { talkTo } from "#modules/events/webhook-deliveries/talk-to.ts";

/** People wait for a connection. */
const TIMEOUT_MS = 15 * SECOND_MS;

/**
 * Holds a conversation that has to succeed. Throws `validation_failed` where the service refuses
 * what was entered, `upstream_unavailable` and `upstream_timeout` where it is away. Its own words
 * are not repeated.
 */
export async function converse<T>(
  ctx: WorkspaceCtx,
  provider: IntegrationProvider,
  conversation: Conversation<T>,
  /** Where the error belongs; left out: to the first credential. */
  { path }: { readonly path?: string } = {},
): Promise<T> {
  const talk = await talkTo(ctx, conversation, TIMEOUT_MS).catch((thrown: unknown) => {
    if (thrown instanceof UnexpectedReply) return null;
    throw thrown;
  });
  if (talk?.isDone) return talk.value;
  const { title, credentials } = provider;
  const field = path ?? `credentials.${credentials[0]?.name ?? "url"}`;
  if (talk === null) {
    throw invalidField(field, "unexpected_reply", `The response is not from ${title}.`);
  }
  if ("error" in talk) {
    if (talk.error === "timeout") {
      throw new AppError("upstream_timeout", `${title} took too long. Try again.`);
    }
    if (talk.error === "blocked") {
      throw invalidField(field, "not_public", "Connections to this address are not allowed.");
    }
    throw new AppError("upstream_unavailable", `${title} is not reachable. Try again in a moment.`);
  }
  const { status, retryAfter } = talk.last;
  if (status === 429 || status >= 500) {
    const seconds = Math.ceil(retryAfterMs(retryAfter, ctx.now()) / SECOND_MS) || 60;
    throw new AppError("upstream_unavailable", `${title} is busy (${status}). Try again later.`, {
      headers: { "Retry-After": String(seconds) },
    });
  }
  const hint = refusalWords(provider.id, talk.asked, talk.last) ?? hintFor(status);
  throw invalidField(field, "refused", `${title} rejected the request (${status}): ${hint}`);
}

function hintFor(status: number): string {
  if (status === 401) return "the key or token is not valid.";
  if (status === 403) return "a permission or scope is missing, or your plan does not include it.";
  if (status === 404 || status === 410) return "it no longer exists.";
  return "check your input.";
}

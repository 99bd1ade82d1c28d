import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { asId, type SendId } from "#platform/rules/ids.ts";
import type { Ssl } from "#modules/links/rules/host-state.ts";
import { unsubscribeToken } from "#modules/links/rules/token.ts";
import { unsubscribeUrl } from "#modules/links/rules/urls.ts";

const PROBE_TIMEOUT_MS = 10_000;
/** No send has this id, so the page that answers does nothing for anybody. */
const NO_SEND = asId<SendId>(0);

/** Whether this install answers at an origin: only it knows the page behind a token that it signed itself. */
export async function probeHost(ctx: WorkspaceCtx, origin: string): Promise<Ssl> {
  const token = unsubscribeToken(ctx.settings.TRACKING_SECRET, ctx.workspaceId, NO_SEND);
  const answer = await ctx.egress.get({
    url: unsubscribeUrl(origin, token),
    headers: { Accept: "text/html" },
    timeoutMs: PROBE_TIMEOUT_MS,
    maxBytes: 16_384,
  });
  if (!answer.ok) return answer.error === "tls" ? "failed" : "pending";
  const { status, body } = answer.reply;
  return status === 200 && body.includes('<form method="post">') ? "active" : "failed";
}

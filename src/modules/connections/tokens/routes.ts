import { TokenAnswer, TokenRequest } from "#platform/wire/tokens.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { readInternal } from "#platform/http/internal.ts";
import { giveToken } from "./access-token.ts";

/** What the companion asks at each log-in; signed with COMPANION_SECRET. */
export const tokenRoutes = [
  endpoint(
    {
      method: "POST",
      path: "/internal/companion/tokens",
      scope: "public",
      action: null,
      summary: "An access token for a mailbox's log-in (companion only).",
      answers: { 200: TokenAnswer },
      consumes: "other",
    },
    async (ctx, { request }) => {
      const secret = ctx.settings.COMPANION_SECRET;
      const body = await readInternal(request, secret, ctx.now(), TokenRequest);
      return ok(await giveToken(ctx, body));
    },
  ),
];

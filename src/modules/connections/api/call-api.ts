import { createHash } from "node:crypto";
import type { z } from "zod";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { readApiRefusal } from "#modules/connections/rules/api-answers.ts";
import { accessToken } from "#modules/connections/tokens/access-token.ts";
import type { GrantRow } from "#modules/connections/tokens/grants-store.ts";
import { ApiRefused, ApiTokenRefused, ApiUnanswered } from "./mail-api.ts";

const ANSWER_WITHIN_MS = 30_000;
/** The answer to a draft repeats its words. */
const MAX_BYTES = 8 * 1024 * 1024;

export type ApiRequest = {
  readonly method: "GET" | "POST" | "DELETE";
  /** Behind the base, with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Asks, and reads the answer by a schema; null where the answer has no body. */
export type CallApi = <T>(request: ApiRequest, schema: z.ZodType<T> | null) => Promise<T>;

/**
 * Requests to a provider's API with an access token of the grant. A token that is refused is renewed
 * and tried once more: a refused request was not carried out. Throws `ApiRefused` for what the
 * provider refused, `ApiTokenRefused` without a token, `ApiUnanswered` for silence, a failure of the
 * provider (5xx) and an answer that can't be read.
 */
export function apiCaller(ctx: WorkspaceCtx, grant: GrantRow, base: string): CallApi {
  // Google's one scope is for all of its ways in, so the token is the one that IMAP uses.
  const resource = grant.provider === "microsoft" ? "api" : "mail";
  const tokenOf = async (refused?: string): Promise<string> => {
    const answer = await accessToken(ctx, grant.id, resource, {
      ...(refused !== undefined && {
        refused: createHash("sha256").update(refused).digest("hex"),
      }),
    });
    if ("refusal" in answer) throw new ApiTokenRefused(answer.refusal, answer.message);
    return answer.token;
  };
  const ask = async ({ method, path, headers, body }: ApiRequest, token: string) => {
    const result = await ctx.egress.send({
      url: `${base}${path}`,
      method,
      headers: { authorization: `Bearer ${token}`, accept: "application/json", ...headers },
      body: body ?? (method === "POST" ? "" : null),
      timeoutMs: ANSWER_WITHIN_MS,
      maxBytes: MAX_BYTES,
    });
    if (!result.ok) throw new ApiUnanswered(result.error);
    return result.reply;
  };
  return async (request, schema) => {
    const token = await tokenOf();
    let reply = await ask(request, token);
    if (reply.status === 401) {
      const other = await tokenOf(token);
      if (other !== token) reply = await ask(request, other);
    }
    if (reply.status >= 200 && reply.status < 300) return read(reply.body, schema);
    const refusal = readApiRefusal(reply, ctx.now());
    if (reply.status >= 500 && refusal.pauseMs === null) throw new ApiUnanswered("unclear");
    throw new ApiRefused(refusal);
  };
}

function read<T>(body: string, schema: z.ZodType<T> | null): T {
  // Callers without a schema want no answer.
  if (schema === null) return undefined as T;
  try {
    return schema.parse(JSON.parse(body));
  } catch {
    throw new ApiUnanswered("unclear");
  }
}

import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import type { AiUsage, EgressFailure } from "#platform/ctx/ports.ts";
import { AppError } from "#platform/rules/errors.ts";
import { SECOND_MS } from "#platform/rules/time.ts";
import type { AiConfig } from "./ai-config.ts";
import { completionOf } from "./event-stream.ts";

/** For one answer, from the look-up of the name to its last byte: people wait for it. */
export const AI_TIMEOUT_MS = 30 * SECOND_MS;
const MAX_REPLY_BYTES = 1_024 * 1_024;
const MAX_TOKENS = 4_096;

export type AiAnswer = { readonly text: string; readonly usage: AiUsage | null };

/**
 * Asks the model once. Throws `upstream_timeout`, `upstream_unavailable` (away, or over its limit),
 * `upstream_failed` (refused, or no such protocol), `ai_output_rejected` for an empty answer. No
 * error repeats the provider's words or the key.
 */
export async function askAi(
  ctx: WorkspaceCtx,
  config: AiConfig,
  prompt: { readonly system: string; readonly user: string },
): Promise<AiAnswer> {
  const answer =
    config.baseUrl === null
      ? await askHosted(ctx, config, prompt)
      : await askProvider(ctx, { ...config, baseUrl: config.baseUrl }, prompt);
  if (answer.text.trim() === "") {
    throw new AppError("ai_output_rejected", "The AI returned an empty response. Try again.");
  }
  return answer;
}

async function askHosted(
  ctx: WorkspaceCtx,
  { model }: AiConfig,
  prompt: { system: string; user: string },
): Promise<AiAnswer> {
  const messages = messagesOf(prompt);
  const late = ctx.wait(AI_TIMEOUT_MS).then(() => {
    throw failed("upstream_timeout", "The AI took too long. Try again, or choose a faster model.");
  });
  try {
    const asked = ctx.hostedAi?.chat({ model, messages, maxTokens: MAX_TOKENS });
    if (!asked) throw failed("ai_not_configured", "The Workers AI binding is missing.");
    return await Promise.race([asked, late]);
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    ctx.log("ai.failed", { cause: describe(thrown) }, "warn");
    throw failed(
      "upstream_failed",
      "Workers AI rejected the request. Check the name of the model.",
    );
  } finally {
    late.catch(() => undefined);
  }
}

const messagesOf = ({ system, user }: { system: string; user: string }) =>
  [
    { role: "system", content: system },
    { role: "user", content: user },
  ] as const;

async function askProvider(
  ctx: WorkspaceCtx,
  { baseUrl, model, apiKey }: AiConfig & { readonly baseUrl: string },
  prompt: { readonly system: string; readonly user: string },
): Promise<AiAnswer> {
  const result = await ctx.egress.send({
    method: "POST",
    url: completionsUrl(baseUrl),
    // Who we are and on what we run is nobody's business.
    headers: {
      authorization: `Bearer ${apiKey ?? "none"}`,
      "content-type": "application/json",
      accept: "application/json",
      "user-agent": "Outrider/1.0",
    },
    body: JSON.stringify({ model, messages: messagesOf(prompt) }),
    timeoutMs: AI_TIMEOUT_MS,
    maxBytes: MAX_REPLY_BYTES,
  });
  if (!result.ok) throw unreached(result.error);
  const { status, body, contentType, retryAfter } = result.reply;
  if (status !== 200) throw refused(status, retryAfter);
  // Some servers stream whatever they are asked.
  const completion = parsed(/event-stream/i.test(contentType ?? "") ? completionOf(body) : body);
  if (!Array.isArray(completion?.choices)) {
    throw failed(
      "upstream_failed",
      "The response is not from an OpenAI-compatible API. Check base_url (it often ends in /v1).",
    );
  }
  const text = (completion.choices as readonly Choice[])[0]?.message?.content;
  return { text: typeof text === "string" ? text : "", usage: usageOf(completion.usage) };
}

/** Below base_url, whose query some gateways need. */
function completionsUrl(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/chat/completions`;
  return url.href;
}

/** What the protocol promises; another server may answer anything. */
type Choice = { readonly message?: { readonly content?: unknown } | null } | null;
type Completion = { readonly choices?: unknown; readonly usage?: unknown };

function parsed(text: string): Completion | null {
  try {
    // Nothing of it is believed before it was looked at.
    return JSON.parse(text) as Completion | null;
  } catch {
    return null;
  }
}

function usageOf(usage: unknown): AiUsage | null {
  const { prompt_tokens, completion_tokens, total_tokens } = (usage ?? {}) as Record<
    string,
    unknown
  >;
  const whole = (n: unknown): number => (Number.isSafeInteger(n) && Number(n) >= 0 ? Number(n) : 0);
  if (usage === null || usage === undefined) return null;
  return {
    prompt_tokens: whole(prompt_tokens),
    completion_tokens: whole(completion_tokens),
    total_tokens: whole(total_tokens),
  };
}

function unreached(failure: EgressFailure): AppError {
  switch (failure) {
    case "timeout":
      return failed(
        "upstream_timeout",
        "The AI took too long. Try again, or choose a faster model.",
      );
    case "blocked":
      return failed(
        "upstream_failed",
        "The base_url of the AI leads to an address that is not allowed.",
      );
    case "dns":
      return failed(
        "upstream_unavailable",
        "The host name of the AI was not found. Check base_url.",
      );
    case "tls":
      return failed(
        "upstream_unavailable",
        "The certificate of the AI server is not valid. Check base_url.",
      );
    case "refused":
    case "reset":
      return failed("upstream_unavailable", "The AI is not reachable. Try again in a moment.");
  }
}

function refused(status: number, retryAfter: string | null): AppError {
  if (status === 401 || status === 403) {
    return failed("upstream_failed", `The AI rejected the api_key (${status}). Enter a valid one.`);
  }
  if (status === 404) {
    return failed("upstream_failed", "The AI did not find this URL or model (404). Check both.");
  }
  if (status === 429) {
    const seconds = /^\d{1,5}$/.test(retryAfter ?? "") ? Number(retryAfter) : 60;
    return new AppError(
      "upstream_unavailable",
      "The rate limit or credit of the AI is used up (429). Try again later.",
      { headers: { "Retry-After": String(seconds) } },
    );
  }
  if (status >= 500) {
    return failed(
      "upstream_unavailable",
      `The AI has a server error (${status}). Try again in a moment.`,
    );
  }
  return failed(
    "upstream_failed",
    `The AI rejected the request (${status}). Check model and base_url.`,
  );
}

const failed = (code: AppError["code"], message: string, cause?: unknown): AppError =>
  new AppError(code, message, { cause });

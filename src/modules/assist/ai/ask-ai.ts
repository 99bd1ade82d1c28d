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
  config: AiConfig & { readonly baseUrl: string },
  prompt: { system: string; user: string },
): Promise<AiAnswer> {
  // Large, and only those who use an AI need it.
  const { OpenAI, APIError } = await import("openai");
  const client = new OpenAI({
    baseURL: config.baseUrl,
    apiKey: config.apiKey ?? "none",
    // The library would take these from the environment of the process.
    organization: null,
    project: null,
    webhookSecret: null,
    adminAPIKey: null,
    maxRetries: 0,
    timeout: AI_TIMEOUT_MS + SECOND_MS,
    logLevel: "off",
    fetch: guardedFetch(ctx),
  });
  try {
    const completion = await client.chat.completions.create({
      model: config.model,
      messages: [...messagesOf(prompt)],
    });
    // Typed by what the protocol promises; another server may answer anything.
    const choices: unknown = completion?.choices;
    if (!Array.isArray(choices)) throw new NotTheProtocol();
    const text: unknown = completion.choices[0]?.message?.content;
    return { text: typeof text === "string" ? text : "", usage: usageOf(completion.usage) };
  } catch (thrown) {
    throw asAppError(thrown, thrown instanceof APIError ? thrown.status : undefined);
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

/** What the guarded request met, thrown through the library. */
class Unreached extends Error {
  override readonly name = "Unreached";
  readonly failure: EgressFailure;
  constructor(failure: EgressFailure) {
    super(failure);
    this.failure = failure;
  }
}
class NotTheProtocol extends Error {
  override readonly name = "NotTheProtocol";
}
class Refused extends Error {
  override readonly name = "Refused";
  readonly status: number;
  readonly retryAfter: string | null;
  constructor(status: number, retryAfter: string | null) {
    super(`status ${status}`);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** `fetch` for the library, over the egress that tenants' addresses go through. */
function guardedFetch(ctx: WorkspaceCtx): typeof fetch {
  return async function guarded(input, init) {
    const headers = Object.fromEntries(new Headers(init?.headers));
    const result = await ctx.egress.send({
      method: "POST",
      url: String(input instanceof Request ? input.url : input),
      // Who we are and on what we run is nobody's business.
      headers: {
        authorization: headers["authorization"] ?? "",
        "content-type": "application/json",
        accept: "application/json",
        "user-agent": "Outrider/1.0",
      },
      body: typeof init?.body === "string" ? init.body : "",
      timeoutMs: AI_TIMEOUT_MS,
      maxBytes: MAX_REPLY_BYTES,
    });
    if (!result.ok) throw new Unreached(result.error);
    const { status, body, contentType, retryAfter } = result.reply;
    if (status !== 200) throw new Refused(status, retryAfter);
    // Some servers stream whatever they are asked.
    const json = /event-stream/i.test(contentType ?? "") ? completionOf(body) : body;
    if (!isJson(json)) throw new NotTheProtocol();
    return new Response(json, { status, headers: { "content-type": "application/json" } });
  };
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

function asAppError(thrown: unknown, status?: number): AppError {
  for (let e: unknown = thrown; e instanceof Error; e = e.cause) {
    if (e instanceof AppError) return e;
    if (e instanceof Unreached) return unreached(e.failure);
    if (e instanceof Refused) return refused(e.status, e.retryAfter);
    if (e instanceof NotTheProtocol) {
      return failed(
        "upstream_failed",
        "The response is not from an OpenAI-compatible API. Check base_url (it often ends in /v1).",
      );
    }
  }
  if (status !== undefined) return refused(status, null);
  return failed(
    "upstream_failed",
    "The request to the AI failed. Check base_url and model.",
    thrown,
  );
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

import type { Deps } from "#platform/ctx/ctx.ts";
import type { EgressFailure } from "#platform/ctx/ports.ts";

/** Milliseconds; a lease of a grant is longer. */
const ANSWER_WITHIN_MS = 20_000;
/** A token may have 6 kB, and a list of keys some dozens. */
const MAX_BYTES = 256 * 1024;

/** The provider could not be reached, or did not answer in time. */
export class Unreached extends Error {
  override readonly name = "Unreached";
  readonly failure: EgressFailure;
  constructor(failure: EgressFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** `fetch` through the guard of the install, as the OAuth library calls it. Throws `Unreached`. */
export const egressFetch =
  ({ egress }: Pick<Deps, "egress">) =>
  async (
    url: string,
    {
      method = "GET",
      headers = {},
      body,
    }: {
      readonly method?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    },
  ): Promise<Response> => {
    const result = await egress.send({
      url,
      method: method === "POST" ? "POST" : "GET",
      headers: { ...headers },
      body: body === undefined || body === null ? null : textOf(body),
      timeoutMs: ANSWER_WITHIN_MS,
      maxBytes: MAX_BYTES,
    });
    if (!result.ok) throw new Unreached(result.error);
    const { status, body: text, contentType, retryAfter } = result.reply;
    return new Response([204, 205, 304].includes(status) ? null : text, {
      status,
      headers: {
        "content-type": contentType ?? "",
        ...(retryAfter !== null && { "retry-after": retryAfter }),
      },
    });
  };

/** The library sends forms and nothing else. */
const textOf = (body: unknown): string =>
  body instanceof URLSearchParams || typeof body === "string" ? String(body) : "";

import { setTimeout as sleep } from "node:timers/promises";
import { EXIT, type ExitCode, CliFailure } from "./failure.ts";

/** Where calls go. */
export type Target = { readonly url: string; readonly key: string };
export type Given = {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
};

const TRIES = 4;
const LONGEST_WAIT_SECONDS = 60;

/**
 * Calls the API and answers the JSON of a success. Waits as long as a 429 or 503 says, and repeats
 * what can be repeated without harm. Throws `CliFailure` with the words of the API.
 */
export async function call<T>(
  target: Target,
  method: string,
  path: string,
  given: Given = {},
): Promise<T> {
  const response = await fetchFrom(target, method, path, given);
  return (response.status === 204 ? null : await response.json()) as T;
}

/** The same, for an answer that is a file. */
export async function fetchFrom(
  { url, key }: Target,
  method: string,
  path: string,
  { query = {}, body, signal }: Given = {},
): Promise<Response> {
  const address = new URL(`/api/v1${path}`, url);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  const isForm = body instanceof FormData;
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(method === "POST" && { "Idempotency-Key": crypto.randomUUID() }),
    ...(body !== undefined && !isForm && { "Content-Type": "application/json" }),
  };
  const request: RequestInit = {
    method,
    headers,
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  };
  for (let left = TRIES - 1; ; left--) {
    const response = await fetch(address, request).catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      return null;
    });
    if (response?.ok) return response;
    // A file may have been taken although its answer was lost, and would be taken twice.
    const isUnclear = isForm && response?.status !== 429 && response?.status !== 503;
    const wait = isUnclear ? null : waitOf(response, TRIES - left);
    if (wait === null || left === 0) throw await failureOf(response, address.origin);
    await response?.body?.cancel();
    await sleep(wait * 1_000, undefined, { signal });
  }
}

/** Seconds until the next try; null where another try would change nothing. */
function waitOf(response: Response | null, tried: number): number | null {
  if (response && response.status !== 429 && response.status < 502) return null;
  const named = Number(response?.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(named) ? Math.min(named, LONGEST_WAIT_SECONDS) : 2 ** (tried - 1);
}

type Problem = {
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
};

async function failureOf(response: Response | null, origin: string): Promise<CliFailure> {
  if (!response) return new CliFailure(EXIT.unreachable, `${origin} does not answer.`);
  const problem = (await response.json().catch(() => ({}))) as Problem;
  const fields = (problem.errors ?? []).map(({ path, message }) => `\n  ${path}: ${message}`);
  const words = problem.detail ?? `${origin} answered ${response.status}.`;
  return new CliFailure(exitCodeOf(response.status), words + fields.join(""));
}

function exitCodeOf(status: number): ExitCode {
  if (status === 401 || status === 403) return EXIT.denied;
  if (status === 404) return EXIT.notFound;
  return status === 429 || status >= 500 ? EXIT.unreachable : EXIT.refused;
}

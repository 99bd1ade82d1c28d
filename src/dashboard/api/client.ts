import { noteAllowance } from "./allowance.ts";
import { serverUnreachable, waitForConfirmation, waitForLimit, waitForSignIn } from "./gate.ts";
import { isPending, settle } from "./pending.ts";
import { ApiError, readProblem } from "./problem.ts";
import { queryClient } from "./query-client.ts";
import { type OnUploaded, uploadReported } from "./upload.ts";
import { asWrite } from "./written.ts";
import { t } from "#dashboard/words/words.ts";

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;
type Options = {
  readonly query?: Query;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Throws at once where others would ask the person to sign in again. */
  readonly anonymous?: boolean;
  /** The deletion that others wait for; `leaving` sends it although the page goes away. */
  readonly deletion?: "due" | "leaving";
  /** Changes nothing that a deletion touches: what waits to be deleted goes on waiting. */
  readonly beside?: boolean;
  /** A POST that only asks. */
  readonly asks?: boolean;
  /** Of a form: hears how far its upload is. */
  readonly onUploaded?: OnUploaded;
  /** Its caller shows all that it changes: whatever else was read before stays good. */
  readonly shown?: boolean;
};

const BASE = "/api/v1";
/** A rate limit that resets later than this is reported as an error instead of waited for. */
const LONGEST_WAIT_SECONDS = 75;

/**
 * One request of the API. Waits where waiting helps: for a new sign-in after 401, for the next
 * minute after 429. Throws `ApiError` with the server's sentence.
 */
const send = (
  method: string,
  path: string,
  body: unknown,
  options: Options = {},
): Promise<Response> =>
  method === "GET" || options.asks || options.shown
    ? exchange(method, path, body, options)
    : asWrite(async () => {
        // What was deleted before is gone before anything else is written.
        if (!options.deletion && !options.beside && isPending()) await settle();
        return exchange(method, path, body, options);
      });

async function exchange(
  method: string,
  path: string,
  body: unknown,
  options: Options,
): Promise<Response> {
  const url = `${BASE}${path}${queryOf(options.query)}`;
  // A blob names its own type.
  const isForm = body instanceof FormData || body instanceof Blob;
  const headers: Record<string, string> = { Accept: "application/json", ...options.headers };
  if (body !== undefined && !isForm) headers["Content-Type"] = "application/json";
  // The same key on every try: what the server did already is answered again and not done again.
  if (method === "POST" && !isForm) headers["Idempotency-Key"] = crypto.randomUUID();
  let isFirst = true;
  for (;;) {
    const init: RequestInit = {
      method,
      headers,
      credentials: "same-origin",
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
      signal: options.signal ?? null,
      keepalive: options.deletion === "leaving",
    };
    const response = await attempt(url, init, options.onUploaded);
    if (response.ok) return response;
    const problem = await readProblem(response);
    if (problem.code === "reauthentication_required") {
      await waitForConfirmation().catch(() => {
        throw problem;
      });
      continue;
    }
    // Another request, or another tab, may have put another session into the cookie meanwhile.
    if (problem.code === "unauthenticated" && !options.anonymous && isFirst) {
      isFirst = false;
      continue;
    }
    if (problem.code === "unauthenticated" && !options.anonymous) {
      await waitForSignIn().catch(() => {
        throw problem;
      });
      continue;
    }
    const wait = problem.retryAfter ?? 5;
    const mayWait = method === "GET" || !options.anonymous;
    if (problem.code === "rate_limited" && mayWait && wait <= LONGEST_WAIT_SECONDS) {
      await waitForLimit(wait);
      continue;
    }
    // An admin has just asked for a second factor: the shell shows where to set it.
    if (problem.code === "factor_required") {
      void queryClient.invalidateQueries({ queryKey: ["me"] });
    }
    // What was written in spite of it is to be seen before it is asked for again.
    if (problem.code === "outcome_unclear") void queryClient.invalidateQueries();
    throw problem;
  }
}

async function attempt(
  url: string,
  init: RequestInit,
  onUploaded: OnUploaded | undefined,
): Promise<Response> {
  try {
    const response = await (onUploaded
      ? uploadReported(url, init, onUploaded)
      : (takeEarly(url, init) ?? fetch(url, init)));
    serverUnreachable.set(false);
    noteAllowance(response.headers);
    return response;
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    serverUnreachable.set(true);
    throw new ApiError(t("The server is not reachable. Try again in a moment."), {
      status: 0,
      code: "unreachable",
    });
  }
}

declare global {
  interface Window {
    /** What `public/early.js` asked for before there was any code, by address. */
    early?: Partial<Record<string, Promise<Response>>>;
  }
}

/** An answer that is on its way already; once, for a later question wants a newer one. */
function takeEarly(url: string, { method }: RequestInit): Promise<Response> | undefined {
  if (method !== "GET") return undefined;
  const answer = window.early?.[url];
  delete window.early?.[url];
  return answer;
}

function queryOf(query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === "" ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

async function json<T>(response: Promise<Response>): Promise<T> {
  const answer = await response;
  // The server holds every answer against the very schema that `T` was made of.
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/**
 * The API, typed by the contract: `api.get<WorkspaceStats>("/workspaces/1/stats")`. Paths are those
 * of the API below /api/v1.
 */
export const api = {
  get: <T>(path: string, options?: Options) => json<T>(send("GET", path, undefined, options)),
  post: <T>(path: string, body?: unknown, options?: Options) =>
    json<T>(send("POST", path, body ?? {}, options)),
  put: <T>(path: string, body: unknown, options?: Options) =>
    json<T>(send("PUT", path, body, options)),
  delete: <T = void>(path: string, options?: Options) =>
    json<T>(send("DELETE", path, undefined, options)),
  /** A multipart upload. */
  upload: <T>(path: string, form: FormData, options?: Options) =>
    json<T>(send("POST", path, form, options)),
  /** A file that is asked for by a body. */
  download: (path: string, body: unknown, options?: Options) => send("POST", path, body, options),
  /** An answer that is no JSON. */
  raw: (path: string, options?: Options) => send("GET", path, undefined, options),
};

/** The part of the typed client that is the same for every version: what calls, waits and repeats. */
export const CLIENT_RUNTIME = `
/** What is missing or wrong, as the API tells it: branch on \`code\`, show \`detail\`. */
export class OutriderError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly path: string; readonly code: string; readonly message: string }[];
  readonly requestId: string | null;

  constructor(status: number, problem: Partial<Problem>, requestId: string | null) {
    super(problem.detail ?? "The answer was " + status + ".");
    this.name = "OutriderError";
    this.status = status;
    this.code = problem.code ?? "unknown";
    this.detail = problem.detail ?? this.message;
    this.errors = problem.errors ?? [];
    this.requestId = problem.request_id ?? requestId;
  }
}

export type ClientOptions = {
  /** Where the install is reached, such as https://outrider.example.com. */
  readonly url: string;
  /** An API key: svc_live_... */
  readonly key?: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Tries of one call, the first one included; 4 by default. */
  readonly tries?: number;
};

type Empty = Record<never, never>;
type Args<K extends keyof Operations> = Empty extends Operations[K]["args"]
  ? [args?: Operations[K]["args"]]
  : [args: Operations[K]["args"]];

/** Calls an operation by its method and path. Throws OutriderError for every answer that is no success. */
export type Outrider = <K extends keyof Operations>(
  operation: K,
  ...args: Args<K>
) => Promise<Operations[K]["answer"]>;

type Given = {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Of a call that may be made again after the program ended: what it did is then told, not done twice. */
  readonly idempotencyKey?: string;
};

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A client of one install. It waits as long as a 429 says. What can be repeated without harm (reading,
 * changing, removing, and each POST that takes an Idempotency-Key, which it makes) is tried again
 * when the network or the install fails. Where the install cannot tell what became of a POST it
 * throws \`outcome_unclear\`: look whether it has happened before you call again, for a call takes a new key.
 */
export function createClient({ url, key, headers = {}, tries = 4 }: ClientOptions): Outrider {
  const base = url.replace(/\\/+$/, "");
  async function call(operation: string, given: Given = {}): Promise<unknown> {
    const [method = "", template = ""] = operation.split(" ");
    const path = template.replace(/\\{(\\w+)\\}/g, (_, name: string) =>
      encodeURIComponent(String(given.path?.[name])),
    );
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(given.query ?? {})) {
      if (value !== undefined) query.set(name, String(value));
    }
    const body = bodyOf(given.body);
    const isKeyed = KEYED.has(operation);
    const request: RequestInit = {
      method,
      headers: {
        ...(key !== undefined && { Authorization: "Bearer " + key }),
        ...(typeof body === "string" && { "Content-Type": "application/json" }),
        ...(isKeyed && { "Idempotency-Key": given.idempotencyKey ?? crypto.randomUUID() }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    };
    const address = base + path + (query.size > 0 ? "?" + query.toString() : "");
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= tries;
      const mayRepeat = !isLast && (method !== "POST" || isKeyed);
      let response: Response;
      try {
        response = await fetch(address, request);
      } catch (cause) {
        if (!mayRepeat) throw cause;
        await wait(250 * 2 ** attempt);
        continue;
      }
      if (response.ok) return answerOf(response);
      const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
      if ((response.status === 429 && !isLast) || (response.status > 501 && mayRepeat)) {
        await response.body?.cancel();
        await wait(Number.isNaN(seconds) ? 250 * 2 ** attempt : seconds * 1000);
        continue;
      }
      const body: unknown = await response.json().catch(() => ({}));
      throw new OutriderError(
        response.status,
        // A problem, or what a proxy answered.
        typeof body === "object" && body !== null ? (body as Partial<Problem>) : {},
        response.headers.get("X-Request-Id"),
      );
    }
  }
  // The types of Operations are made of the document that the answers are held to.
  return call as unknown as Outrider;
}

/** JSON, or a form where a file is among the fields. */
function bodyOf(body: unknown): string | FormData | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const fields = Object.entries(body);
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of fields) {
    if (value instanceof Blob) form.set(name, value, "file.csv");
    else if (value !== undefined) form.set(name, String(value));
  }
  return form;
}

async function answerOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const isJson = /json/.test(response.headers.get("Content-Type") ?? "");
  return isJson ? response.json() : response.text();
}

type List<T = unknown> = { data: T[]; pagination: Pagination };

/** The operations that answer a list. */
export type ListOperation = {
  [K in keyof Operations]: Operations[K]["answer"] extends List ? K : never;
}[keyof Operations];

type Item<K extends ListOperation> = Operations[K]["answer"] extends List<infer T> ? T : never;

/** Every record of a list, page after page, by the cursor where the list has one. */
export async function* pages<K extends ListOperation>(
  client: Outrider,
  operation: K,
  ...[args]: Args<K>
): AsyncGenerator<Item<K>, void, undefined> {
  const given = (args ?? {}) as Given;
  let place: { cursor?: string; page?: number } = {};
  for (;;) {
    const turned = { ...given, query: { limit: 200, ...given.query, ...place } };
    const { data, pagination } = (await client(
      operation,
      ...([turned] as unknown as Args<K>),
    )) as List<Item<K>>;
    yield* data;
    const { next_cursor: cursor, page, total_pages: last } = pagination;
    if (cursor !== null) place = { cursor };
    else if (place.cursor === undefined && last !== null && page < last) place = { page: page + 1 };
    else return;
  }
}
`;

import type { Context, Hono } from "hono";
import type { Deps } from "#platform/ctx/ctx.ts";
import type { PeerNetwork } from "#platform/rules/network.ts";
import type { AppEnv } from "./answer.ts";

/** What a public route of the hot path sees of a request: little enough that any host can hand it over cheaply. */
export type HotRequest = {
  /** Goes back as `X-Request-Id`, and into log lines about it. */
  readonly id: string;
  readonly method: string;
  /** The path as it came. */
  readonly path: string;
  readonly clientAddress: string;
  /** What the host knows of the client's network; null where it knows nothing. */
  readonly network?: PeerNetwork | null;
  /** By lower-case name. */
  header(name: string): string | undefined;
  /** The body, or null when it is longer. */
  text(maxBytes: number): Promise<string | null>;
};

export type HotAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
};

/** What the documentation says about one operation of a hot route. */
export type HotOperation = {
  readonly method: "GET" | "POST";
  /** With `:name` for a segment and a final `*` for the rest. */
  readonly path: string;
  readonly summary: string;
  /** What it does and what it changes. */
  readonly description?: string;
  /** By status; without `type` there is no body. */
  readonly answers: Readonly<
    Record<number, { readonly description: string; readonly type?: string }>
  >;
};

/**
 * A route that recipients and scanners call, millions of times: it answers every method of its
 * path, outside the app's middleware, so a hit costs no log line, and its token stays out of the
 * log.
 */
export type HotRoute = {
  /** Hono pattern. */
  readonly path: string;
  readonly operations: readonly HotOperation[];
  answer(deps: Deps, request: HotRequest): Promise<HotAnswer>;
};

/** Mounts hot routes. Call it before anything else is mounted: what comes first runs alone. */
export function mountHot(
  app: Hono<AppEnv>,
  routes: readonly HotRoute[],
  hostOf: (c: Context<AppEnv>) => { deps: Deps; clientAddress: string },
): void {
  for (const route of routes) {
    app.all(route.path, async function hot(c) {
      const { deps, clientAddress } = hostOf(c);
      const request = hotRequest(c.req.raw, c.req.path, clientAddress);
      return responseOf(await route.answer(deps, request), request.id);
    });
  }
}

/** A request of the platform as a hot route sees it. */
export const hotRequest = (raw: Request, path: string, clientAddress: string): HotRequest => ({
  id: crypto.randomUUID(),
  method: raw.method,
  path,
  clientAddress,
  network: networkIn(raw),
  header: (name) => raw.headers.get(name) ?? (name === "host" ? new URL(raw.url).host : undefined),
  text: (maxBytes) => readText(raw, maxBytes),
});

export const responseOf = ({ status, headers, body }: HotAnswer, id: string): Response =>
  new Response(body, { status, headers: { ...headers, "X-Request-Id": id } });

/** Cloudflare adds to each request the network it came from. */
function networkIn(request: Request): PeerNetwork | null {
  const { cf } = request as { cf?: { asn?: unknown; asOrganization?: unknown } };
  if (!cf) return null;
  return {
    asn: typeof cf.asn === "number" ? cf.asn : null,
    organisation: typeof cf.asOrganization === "string" ? cf.asOrganization : "",
  };
}

async function readText(request: Request, maxBytes: number): Promise<string | null> {
  if (!request.body) return "";
  const decoder = new TextDecoder();
  let size = 0;
  let text = "";
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

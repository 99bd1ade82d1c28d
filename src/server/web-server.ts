import { createServer, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "#app/app.ts";
import { hotRoutes } from "#app/endpoints.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { siteOfHost } from "#modules/links/own-hosts/site-of-host.ts";
import { strictTransport } from "#platform/http/headers/strict-transport.ts";
import { answerHot, type Asked, rawHeader } from "./answer-hot.ts";
import { clientAddress, type TrustedProxies } from "./client-address.ts";
import type { AssetRequest, Dashboard } from "./dashboard.ts";
import { closeStalledBodies } from "./stalled-bodies.ts";
import { StartError } from "./start-error.ts";
import type { Underway } from "./underway.ts";

/** A request that has not come in whole by then is dropped; uploads of 100 MB over slow lines fit. */
const REQUEST_TIMEOUT_MS = 10 * 60_000;
/** A client that sends nothing, or an endless header, is disconnected within half a minute. */
const HEADERS_TIMEOUT_MS = 20_000;
const LOOK_EVERY_MS = 2_500;
const STALLED = { afterMs: 20_000, everyMs: LOOK_EVERY_MS } as const;

export type WebServer = {
  /** Begins to answer; requests that came before waited. */
  open(deps: () => Deps): void;
  /** Stops listening, lets requests under way end within `graceMs`, then cuts them. */
  close(graceMs: number): Promise<void>;
};

/** Listens for app and dashboard at `host` and `port`. Throws `StartError` when it cannot. */
export async function listenAt(
  { host, port }: { host: string; port: number },
  isTrusted: TrustedProxies,
  dashboard: Dashboard | null = null,
  underway: Pick<Underway, "enter"> | null = null,
): Promise<WebServer> {
  const opened = Promise.withResolvers<() => Deps>();
  let deps: (() => Deps) | null = null;
  const askedOf = ({ socket, rawHeaders }: IncomingMessage): Asked => {
    if (!deps) throw new Error("asked before it was opened");
    const forwarded = rawHeader(rawHeaders, "x-forwarded-for");
    return {
      deps: deps(),
      clientAddress: clientAddress(socket.remoteAddress, forwarded, isTrusted),
    };
  };
  // `getRequestListener` passes the request and response of node:http as bindings.
  const app = createApp((c) => askedOf((c.env as { incoming: IncomingMessage }).incoming));
  const serverOptions = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: LOOK_EVERY_MS,
  };
  const answer = (request: Request, env: object) => {
    if (deps) return app.fetch(request, env);
    return opened.promise.then((given) => {
      deps = given;
      return app.fetch(request, env);
    });
  };
  const listener = getRequestListener((request, env) => {
    const incoming = env.incoming as IncomingMessage;
    const asked = assetRequest(incoming);
    const asset = dashboard?.answer(asked);
    if (!asset) return answer(request, env);
    if (!deps) return asset;
    const { settings } = deps();
    return siteOfHost(deps(), incoming.headers.host ?? "").then(async ({ kind, ownHost }) => {
      if (kind === "install") return asset;
      // A workspace's tracking domain shows no dashboard, its own host nothing about the product.
      const own = ownHost && (await dashboard?.answer({ ...asked, atOwnHost: true }));
      if (!own) return answer(request, env);
      const hsts = strictTransport(settings, ownHost);
      if (hsts !== null) own.headers.set("Strict-Transport-Security", hsts);
      return own;
    });
  });
  const hits = hotRoutes.find((route) => route.path === "/t/*");
  const server = createServer(serverOptions, (incoming, outgoing) => {
    if (deps && hits && answerHot(hits, incoming, outgoing, askedOf)) return;
    const leave = underway?.enter();
    const closed = new Promise((resolve) => outgoing.once("close", resolve));
    const answered = Promise.resolve(listener(incoming, outgoing)).catch(() => undefined);
    if (leave) void Promise.all([answered, closed]).then(leave);
  });
  closeStalledBodies(server, STALLED);
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (cause) {
    throw cannotListen(cause, host, port);
  }
  return {
    open: opened.resolve,
    async close(graceMs) {
      const closed = once(server, "close");
      server.close();
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

function assetRequest({ method, url, headers }: IncomingMessage): AssetRequest {
  return {
    method: method ?? "GET",
    target: url ?? "/",
    accept: headers.accept ?? "",
    encodings: headers["accept-encoding"]?.toString() ?? "",
    known: headers["if-none-match"],
  };
}

function cannotListen(cause: unknown, host: string, port: number): StartError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
  switch (code) {
    case "EADDRINUSE":
      return new StartError(
        `Port ${port} on ${host} is in use: stop the program that has it, or set PORT to another one.`,
      );
    case "EACCES":
      return new StartError(`Port ${port} needs more rights: set PORT to one above 1023.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartError(`HOST ${host} is no address of this machine.`);
    default:
      return new StartError(`Cannot listen on ${host}, port ${port}: ${code}.`);
  }
}

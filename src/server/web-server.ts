import type { IncomingMessage, Server } from "node:http";
import { once } from "node:events";
import { createAdaptorServer } from "@hono/node-server";
import { createApp } from "#app/app.ts";
import type { Deps } from "#core/ctx.ts";
import { clientAddress, type TrustedProxies } from "./client-address.ts";
import type { AssetRequest, Dashboard } from "./dashboard.ts";
import { StartError } from "./start-error.ts";

/** A request that has not come in whole by then is dropped; uploads of 100 MB over slow lines fit. */
const REQUEST_TIMEOUT_MS = 10 * 60_000;
const HEADERS_TIMEOUT_MS = 20_000;

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
): Promise<WebServer> {
  const opened = Promise.withResolvers<() => Deps>();
  let deps: (() => Deps) | null = null;
  const app = createApp((c) => {
    // `createAdaptorServer` passes the request and response of node:http as bindings.
    const { incoming } = c.env as { incoming: IncomingMessage };
    if (!deps) throw new Error("asked before it was opened");
    const forwarded = incoming.headers["x-forwarded-for"];
    return {
      deps: deps(),
      clientAddress: clientAddress(
        incoming.socket.remoteAddress,
        typeof forwarded === "string" ? forwarded : undefined,
        isTrusted,
      ),
    };
  });
  const serverOptions = { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS };
  // Without `createServer` the adaptor makes a server of node:http.
  const server = createAdaptorServer({
    fetch: (request, env) => {
      const asset = dashboard?.answer(assetRequest(env.incoming as IncomingMessage));
      if (asset) return asset;
      if (deps) return app.fetch(request, env);
      return opened.promise.then((given) => {
        deps = given;
        return app.fetch(request, env);
      });
    },
    serverOptions,
  }) as Server;
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

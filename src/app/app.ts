import pkg from "#package.json" with { type: "json" };
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { type Deps, traced } from "#platform/ctx/ctx.ts";
import { metered } from "#platform/ctx/usage.ts";
import { AppError } from "#platform/rules/errors.ts";
import { identify } from "#modules/accounts/sign-in/identify.ts";
import { once } from "#platform/idempotency/once.ts";
import { takeFromLimit } from "#platform/limits/take.ts";
import { keepUsage } from "#modules/operations/costs/keep-usage.ts";
import { siteOfHost } from "#modules/links/own-hosts/site-of-host.ts";
import { mountHot } from "#platform/http/hot-route.ts";
import { mount } from "#platform/http/mount.ts";
import type { AppEnv } from "#platform/http/answer.ts";
import { onError } from "#platform/http/problem.ts";
import { SECURITY_HEADERS } from "#platform/http/headers/security-headers.ts";
import { strictTransport } from "#platform/http/headers/strict-transport.ts";
import { endpoints, hotRoutes, loggedPath } from "./endpoints.ts";

/** What the host knows about a request and passes to the app. */
export type Host = {
  readonly deps: Deps;
  /** The peer as the host knows it; never a header that the peer wrote itself. */
  readonly clientAddress: string;
  /** Lets work go on behind the answer; absent: it does anyway. */
  readonly waitUntil?: (work: Promise<unknown>) => void;
};

const POLICY = "Content-Security-Policy";

/** An answer that brings a stricter policy of its own, such as a file of a stranger, keeps it. */
const keepOwnPolicy: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const own = c.get("ownPolicy");
  if (own) c.res.headers.set(POLICY, own);
};
const noteOwnPolicy: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  c.set("ownPolicy", c.res.headers.get(POLICY));
};

const PROBES: ReadonlySet<string> = new Set(["/health", "/metrics"]);

/** The one Hono app. It knows no host: each shell says how to get `Deps` for a request. */
export function createApp(hostOf: (c: Context<AppEnv>) => Host): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  mountHot(app, hotRoutes, hostOf);
  app.use(keepOwnPolicy);
  app.use(secureHeaders(SECURITY_HEADERS));
  app.use(noteOwnPolicy);
  app.use(async function settle(c, next) {
    const { deps, clientAddress, waitUntil } = hostOf(c);
    const requestId = crypto.randomUUID();
    c.set("deps", traced(deps, requestId));
    c.set("requestId", requestId);
    c.set("clientAddress", clientAddress);
    c.set("ownHost", null);
    const start = performance.now();
    await metered(deps, { requests: 1 }, next);
    const kept = keepUsage(deps);
    if (kept) waitUntil?.(kept);
    c.res.headers.set("X-Request-Id", requestId);
    if (c.req.path.startsWith("/api/v1/")) c.res.headers.set("API-Version", pkg.version);
    const hsts = strictTransport(deps.settings, c.get("ownHost"));
    if (hsts !== null) c.res.headers.set("Strict-Transport-Security", hsts);
    const settled = {
      id: requestId,
      method: c.req.method,
      path: loggedPath(c.req.path),
      status: c.res.status,
      ...(c.get("problem") && { code: c.get("problem") }),
      ...(c.get("by") && { by: c.get("by") }),
      ms: Math.round(performance.now() - start),
    };
    // Probes come every few seconds for ever: of an idle install they would be the whole log.
    const isProbe = PROBES.has(c.req.path) && c.res.status === 200;
    deps.log("request.settled", settled, isProbe ? "debug" : "info");
  });
  app.use(async function keepToHost(c, next) {
    const host = c.req.header("host") ?? new URL(c.req.url).host;
    const site = await siteOfHost(c.get("deps"), host);
    if (site.kind === "tracking") throw new AppError("not_found", "Not found.");
    c.set("ownHost", site.ownHost);
    await next();
  });
  mount(app, endpoints, { identify, take: takeFromLimit, once });
  app.notFound((c) => {
    const allowed = allowedMethods(app, c.req.path);
    if (allowed.length === 0) {
      return onError(new AppError("not_found", "Not found."), c);
    }
    return onError(
      new AppError("method_not_allowed", `Use ${allowed.join(" or ")} here.`, {
        headers: { Allow: allowed.join(", ") },
      }),
      c,
    );
  });
  app.onError(onError);
  return app;
}

/** Methods that some route takes at this path. */
function allowedMethods(app: Hono<AppEnv>, path: string): string[] {
  const taken = ["GET", "POST", "PUT", "DELETE"].filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.path !== "/*"),
  );
  return taken.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

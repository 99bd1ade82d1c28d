import type { Context } from "hono";
import { getPath } from "hono/utils/url";
import { createApp } from "#app/app.ts";
import { SettingsError } from "#platform/ctx/settings.ts";
import { keepUsage } from "#modules/operations/costs/keep-usage.ts";
import { metered } from "#platform/ctx/usage.ts";
import type { AppEnv } from "#platform/http/answer.ts";
import { carriesHits, consumeHits } from "#app/jobs/consume-hits.ts";
import { consume } from "#app/jobs/consume.ts";
import { answerHit } from "#modules/tracking/hits/answer-hit.ts";
import { siteOfHost } from "#modules/links/own-hosts/site-of-host.ts";
import { isAppPath, isOfProduct } from "#platform/http/headers/asset-headers.ts";
import { hotRequest, responseOf } from "#platform/http/hot-route.ts";
import { isAppPathInDisguise } from "#platform/http/own-files.ts";
import { tickOfClock } from "#app/jobs/tick.ts";
import { keepDeadLetters } from "./dead-letter.ts";
import { hitDeps, workerDeps } from "./deps.ts";
import { takeEmail } from "./take-email.ts";
import { type Env, settingsOf } from "./env.ts";
import { wakeSome } from "./workspaces/objects.ts";

export { CompanionContainer } from "./companion-container.ts";
export { JournalObject } from "./journal-object.ts";
export { WorkspaceObject } from "./workspace-object.ts";

/** How the name of the queue of dead letters ends, whatever the install is called. */
const DEAD_LETTERS = "-dead";

const app = createApp((c: Context<AppEnv>) => ({
  // The runtime passes the bindings of wrangler.toml.
  deps: workerDeps(c.env as Env, (work) => c.executionCtx.waitUntil(work)),
  clientAddress: clientAddressOf(c.req.raw),
  waitUntil: (work) => c.executionCtx.waitUntil(work),
}));

/** Set by the platform, over whatever the client wrote. */
const clientAddressOf = (request: Request): string => request.headers.get("cf-connecting-ip") ?? "";

export default {
  fetch(request, env, ctx) {
    try {
      settingsOf(env);
    } catch (cause) {
      if (cause instanceof SettingsError) return misconfigured(cause);
      throw cause;
    }
    const path = getPath(request);
    // Millions of them: past the app, which would answer the same.
    if (path.startsWith("/t/")) return hit(request, path, env, ctx);
    if (env.ASSETS && isAsked(request) && !isAppPath(path) && !isAppPathInDisguise(path))
      return file(request, path, env.ASSETS, env, ctx);
    return app.fetch(request, env, ctx);
  },

  async queue(batch, env, ctx) {
    const deps = workerDeps(env, (work) => ctx.waitUntil(work));
    if (batch.queue.endsWith(DEAD_LETTERS)) {
      // Written, read and deleted.
      const queueOperations = 3 * batch.messages.length;
      return metered(deps, { queueOperations }, () => keepDeadLetters(batch.messages, deps));
    }
    const hits = batch.messages.filter(carriesHits);
    const others = batch.messages.filter((message) => !carriesHits(message));
    // Side by side: one slow receiver delays neither the others nor the next batch.
    await Promise.all([
      ...(hits.length === 0 ? [] : [consumeHits(hits, deps)]),
      ...others.map((message) => consume([message], deps)),
    ]);
  },

  /** Mail that Cloudflare Email Routing sends here. */
  async email(message, env, ctx) {
    const deps = workerDeps(env, (work) => ctx.waitUntil(work));
    await metered(deps, { requests: 1 }, () => takeEmail(message, deps));
    await keepUsage(deps);
  },

  async scheduled({ scheduledTime }, env, ctx) {
    const deps = workerDeps(env, (work) => ctx.waitUntil(work));
    await tickOfClock(deps);
    if (deps.shards) await wakeSome(env, deps, scheduledTime);
    // Starts a container that ended, and keeps one that runs from falling asleep.
    if (env.COMPANION !== undefined) await deps.mail.healthy();
  },
} satisfies ExportedHandler<Env>;

const isAsked = ({ method }: Request): boolean => method === "GET" || method === "HEAD";

/**
 * A file of the dashboard. A tracking host has none, so there the app refuses; a workspace's own host has
 * none about the product, but the page that says so.
 */
async function file(
  request: Request,
  path: string,
  assets: Fetcher,
  env: Env,
  ctx: ExecutionContext,
): Promise<Response> {
  const deps = workerDeps(env, (work) => ctx.waitUntil(work));
  const host = request.headers.get("host") ?? new URL(request.url).host;
  const { kind } = await metered(deps, {}, () => siteOfHost(deps, host));
  const isHidden = kind === "workspace" && isOfProduct(path);
  if (kind !== "tracking" && !isHidden) {
    return metered(deps, { requests: 1 }, () => assets.fetch(request));
  }
  const wantsPage = isHidden && (request.headers.get("accept") ?? "").includes("text/html");
  return wantsPage
    ? assets.fetch(new Request(new URL("/", request.url), request))
    : app.fetch(request, env, ctx);
}

async function hit(
  request: Request,
  path: string,
  env: Env,
  ctx: ExecutionContext,
): Promise<Response> {
  const deps = hitDeps(env, (work) => ctx.waitUntil(work));
  const asked = hotRequest(request, path, clientAddressOf(request));
  return responseOf(await answerHit(deps, asked), asked.id);
}

/** Names the wrong settings in the log alone. */
function misconfigured(error: SettingsError): Response {
  for (const line of error.lines) console.error(`setting ${line}`);
  return Response.json(
    {
      type: "about:blank",
      title: "This install is not configured",
      status: 500,
      code: "internal",
      detail: "A setting is missing or wrong; the Worker's log names it.",
    },
    { status: 500, headers: { "content-type": "application/problem+json" } },
  );
}

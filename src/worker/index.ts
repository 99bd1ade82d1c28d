import type { Context } from "hono";
import { createApp } from "#app/app.ts";
import { SettingsError } from "#core/settings.ts";
import type { AppEnv } from "#http/env.ts";
import { consume } from "#jobs/consume.ts";
import { tick } from "#jobs/tick.ts";
import { keepDeadLetters } from "./dead-letter.ts";
import { workerDeps } from "./deps.ts";
import { type Env, settingsOf } from "./env.ts";

export { CompanionContainer } from "./companion-container.ts";
export { JournalObject } from "./journal-object.ts";

/** How the name of the queue of dead letters ends, whatever the install is called. */
const DEAD_LETTERS = "-dead";

const app = createApp((c: Context<AppEnv>) => ({
  // The runtime passes the bindings of wrangler.toml.
  deps: workerDeps(c.env as Env, (work) => c.executionCtx.waitUntil(work)),
  // Set by the platform, over whatever the client wrote.
  clientAddress: c.req.header("cf-connecting-ip") ?? "",
}));

export default {
  fetch(request, env, ctx) {
    try {
      settingsOf(env);
    } catch (cause) {
      if (cause instanceof SettingsError) return misconfigured(cause);
      throw cause;
    }
    return app.fetch(request, env, ctx);
  },

  async queue(batch, env, ctx) {
    const deps = workerDeps(env, (work) => ctx.waitUntil(work));
    if (batch.queue.endsWith(DEAD_LETTERS)) return keepDeadLetters(batch.messages, deps);
    // Side by side: one slow receiver holds up neither the others nor the next batch.
    await Promise.all(batch.messages.map((message) => consume([message], deps)));
  },

  async scheduled(_controller, env, ctx) {
    const deps = workerDeps(env, (work) => ctx.waitUntil(work));
    await tick(deps);
    // Starts a container that ended, and keeps one that runs from falling asleep.
    if (env.COMPANION !== undefined) await deps.mail.healthy();
  },
} satisfies ExportedHandler<Env>;

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

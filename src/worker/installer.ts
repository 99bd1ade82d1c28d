import { releaseFeed } from "#app/adapters/release-feed.ts";
import type { Installer } from "#platform/ctx/ports.ts";
import type { Settings } from "#platform/ctx/settings.ts";
import { AppError } from "#platform/rules/errors.ts";
import pkg from "#package.json" with { type: "json" };
import type { Env } from "./env.ts";

const HOOK_TIMEOUT_MS = 15_000;

/**
 * How the hosted product takes a new version: the platform builds and deploys it when DEPLOY_HOOK_URL
 * is asked to. What that deploys is the branch behind the hook; it is done when a Worker of the
 * release's version answers.
 */
export function hostedInstaller(env: Env, { DEPLOY_HOOK_URL, DATABASE_URL }: Settings): Installer {
  return {
    build: {
      version: pkg.version,
      commit: env.VERSION?.tag || null,
      builtAt: env.VERSION?.timestamp ?? null,
    },
    runtime: "workerd",
    firstStep: "deploy",
    feed: releaseFeed,
    obstacle: () =>
      DEPLOY_HOOK_URL === undefined
        ? "Set DEPLOY_HOOK_URL to the deploy hook of this Worker's builds, or run npm run deploy from the new sources."
        : null,
    restorePoint: async () => (DATABASE_URL === undefined ? bookmarkOf(env.DB) : null),
    async begin() {
      if (DEPLOY_HOOK_URL === undefined) return;
      const status = await ask(DEPLOY_HOOK_URL);
      if (status >= 200 && status < 300) return;
      throw new AppError("upstream_failed", `The deploy hook answered ${status}.`);
    },
  };
}

async function ask(url: string): Promise<number> {
  try {
    const signal = AbortSignal.timeout(HOOK_TIMEOUT_MS);
    const response = await fetch(url, { method: "POST", signal });
    await response.body?.cancel();
    return response.status;
  } catch (cause) {
    throw new AppError("upstream_unavailable", "The deploy hook cannot be reached.", { cause });
  }
}

/** The database's present point in D1's Time Travel; null if the platform reports none. */
async function bookmarkOf(binding: D1Database): Promise<string | null> {
  const session = binding.withSession("first-primary");
  await session.prepare("SELECT 1").first();
  return session.getBookmark();
}

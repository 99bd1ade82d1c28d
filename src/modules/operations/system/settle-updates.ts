import type { Deps } from "#platform/ctx/ctx.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { finishUpdate, selectRunningUpdate, takeBackUpdate } from "./store.ts";

/** A deployment that takes longer did not come. */
const DEPLOY_MS = 30 * MINUTE_MS;

/**
 * Ends the row of an update that ended otherwise: this process is the version that it aimed at, or
 * a deployment that it asked for did not come.
 */
export async function settleUpdates(deps: Deps): Promise<void> {
  const running = await selectRunningUpdate(deps.install);
  if (!running) return;
  const finishedAt = deps.now();
  if (deps.installer.build.version === running.toVersion) {
    await finishUpdate(deps.install, running.id, { state: "succeeded", detail: null, finishedAt });
  } else if (running.step === "deploy" && finishedAt - running.startedAt > DEPLOY_MS) {
    const detail = "The deployment did not come within 30 minutes; look at its build log.";
    await finishUpdate(deps.install, running.id, { state: "failed", detail, finishedAt });
  }
}

/**
 * For a host that has just started: an update that is not this version was given up, for the
 * reason that was written down with `failed`, or because its process was ended.
 */
export async function settleAtStart(
  deps: Deps,
  failed: { readonly version: string; readonly reason: string } | null,
): Promise<void> {
  const reason = failed?.reason ?? null;
  await settleUpdates(deps);
  // One that had been well for a while, and then died.
  if (failed !== null)
    await takeBackUpdate(deps.install, failed.version, failed.reason, deps.now());
  const running = await selectRunningUpdate(deps.install);
  if (!running || running.step === "deploy") return;
  const wasSwitched = running.step === "switch";
  await finishUpdate(deps.install, running.id, {
    state: wasSwitched ? "rolled_back" : "failed",
    detail: reason ?? "Outrider was stopped before the update finished.",
    finishedAt: deps.now(),
  });
}

import type { UpdateStep } from "#platform/wire/release.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { finishUpdate, saveStep } from "./store.ts";

/** Notes where the host is with an update. */
export const noteStep = (
  deps: Pick<Deps, "install">,
  id: number,
  at: { step?: UpdateStep; restorePoint?: string },
): Promise<void> => saveStep(deps.install, id, at);

/** Notes that the host gave an update up before it changed anything; `detail` is for a person. */
export async function noteFailure(
  deps: Pick<Deps, "install" | "now">,
  id: number,
  detail: string,
): Promise<void> {
  await finishUpdate(deps.install, id, { state: "failed", detail, finishedAt: deps.now() });
}

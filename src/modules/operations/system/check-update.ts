import type { UpdateCheck } from "#modules/operations/contract/system.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import { isNewer } from "#platform/rules/version.ts";
import { readRelease } from "./read-release.ts";

/** Whether the feed names a newer release. A feed that cannot be used is named in the answer. */
export async function checkUpdate(deps: Deps): Promise<UpdateCheck> {
  const current = deps.installer.build.version;
  const none = { current, latest: null, update_available: false, notes: null, published_at: null };
  if (deps.settings.RELEASES_URL === undefined) {
    return { status: "not_configured", error: null, ...none };
  }
  try {
    const release = await readRelease(deps);
    return {
      status: "ok",
      error: null,
      current,
      latest: release.version,
      update_available: isNewer(release.version, current),
      notes: release.notes,
      published_at: release.published_at,
    };
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    return { status: "error", error: cause.message, ...none };
  }
}

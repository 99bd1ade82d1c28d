import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Effects, End, Guard } from "#modules/delivery/engine/kind.ts";
import { nextLook } from "#modules/placement/rules/places.ts";
import { lookForLater, lookNoMore } from "./mail-store.ts";

/** What left, or may have, is looked for; a test email counts nowhere else. */
export async function settledPlacements(
  { db, workspaceId, now }: WorkspaceCtx,
  ends: readonly End[],
  guard: Guard,
): Promise<Effects> {
  const idsOf = (some: readonly End[]) => some.map(({ mail }) => mail.id);
  const failed = ends.filter(({ to }) => to === "failed");
  const left = ends.filter(({ to }) => to !== "failed");
  const at = nextLook(now(), 0);
  return {
    statements: [
      ...(left.length > 0 && at !== null
        ? [lookForLater(db, workspaceId, idsOf(left), at, guard)]
        : []),
      ...(failed.length > 0 ? [lookNoMore(db, workspaceId, idsOf(failed), guard)] : []),
    ],
  };
}

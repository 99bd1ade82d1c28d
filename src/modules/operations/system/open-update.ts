import type { Release } from "#platform/wire/release.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { isUniqueViolation } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { isNewer } from "#platform/rules/version.ts";
import { auditStatement, type AuditCtx } from "#modules/accounts/audit/audit-statement.ts";
import { readRelease } from "./read-release.ts";
import { settleUpdates } from "./settle-updates.ts";
import { insertUpdate, saveStep } from "./store.ts";

/**
 * Checks that there is something to update to, and puts the update's row. For `startUpdate` and the
 * command; throws what `startUpdate` does.
 */
export async function openUpdate(
  ctx: Deps & AuditCtx,
  startedBy: UserId | null,
): Promise<{ id: number; release: Release }> {
  const { build } = ctx.installer;
  const obstacle = ctx.installer.obstacle();
  if (obstacle !== null) throw new AppError("invalid_state", obstacle);
  await settleUpdates(ctx);
  const release = await readRelease(ctx);
  if (!isNewer(release.version, build.version)) {
    throw new AppError(
      "invalid_state",
      `You are running ${build.version}. The latest release is ${release.version}. Downgrades are not possible.`,
    );
  }
  const id = await putRow(ctx, release.version, startedBy);
  const restorePoint = await ctx.installer.restorePoint();
  if (restorePoint !== null) await saveStep(ctx.install, id, { restorePoint });
  return { id, release };
}

async function putRow(
  ctx: Deps & AuditCtx,
  toVersion: string,
  startedBy: UserId | null,
): Promise<number> {
  const { build, firstStep } = ctx.installer;
  try {
    const [, rows] = await ctx.install.batch([
      auditStatement(ctx, {
        action: "system.update_started",
        details: { from: build.version, to: toVersion },
      }),
      insertUpdate(ctx.install, {
        step: firstStep,
        fromVersion: build.version,
        toVersion,
        startedBy,
        startedAt: ctx.now(),
      }),
    ]);
    return rows[0]?.id ?? 0;
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause;
    throw new AppError("invalid_state", "An update is in progress. Wait until it has finished.", {
      cause,
    });
  }
}

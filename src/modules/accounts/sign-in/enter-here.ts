import type { PublicCtx } from "#platform/ctx/ctx.ts";
import { type InstallStatement, runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { entersWorkspace } from "#modules/accounts/brands/store.ts";

/**
 * For somebody who has proved who they are: at a workspace's own host only those sign in who may enter
 * it. Throws `workspace_forbidden`, which names nobody; `also` runs then.
 */
export async function assertEntersHere(
  ctx: PublicCtx,
  userId: UserId,
  also: readonly InstallStatement[] = [],
): Promise<void> {
  const { ownHost } = ctx;
  if (!ownHost || (await entersHere(ctx, userId))) return;
  await runBatch(ctx.install, [
    ...also,
    auditStatement(ctx, {
      action: "auth.sign_in_failed",
      userId,
      details: { host: ownHost.host },
    }),
  ]);
  throw forbiddenHere();
}

/** Whether somebody may enter the workspace of the own host that a request came to; true anywhere else. */
export const entersHere = async (
  { ownHost, install }: Pick<PublicCtx, "ownHost" | "install">,
  userId: UserId,
): Promise<boolean> =>
  ownHost === null || (await entersWorkspace(install, userId, ownHost.workspaceId));

export const forbiddenHere = (): AppError =>
  new AppError(
    "workspace_forbidden",
    "This account has no access here. Sign in at the address that you were given.",
  );

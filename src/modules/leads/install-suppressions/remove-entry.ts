import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import { copyEverywhere } from "./copy-list.ts";
import { removeEntry, selectEntry, stillListed } from "./store.ts";

/**
 * Takes an entry off the list of the installation; entries of workspaces stay. Throws `not_found`, and
 * `invalid_state` for a person who was erased: that promise stays.
 */
export async function removeInstallSuppression(ctx: CallerCtx, id: number): Promise<void> {
  const row = await selectEntry(ctx.install, id);
  if (!row) throw notFound("suppression");
  if (row.cause === "erased") {
    throw new AppError(
      "invalid_state",
      "This person was erased permanently, so the suppression cannot be removed.",
    );
  }
  await runBatch(ctx.install, [
    auditStatement(
      ctx,
      {
        action: "suppressions.removed",
        target: { type: "install_suppression", id },
        details: { kind: row.kind, cause: row.cause },
      },
      stillListed(id),
    ),
    removeEntry(ctx.install, id, ctx.now()),
  ]);
  await copyEverywhere(ctx);
}

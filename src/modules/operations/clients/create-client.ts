import type { Client, CreateClientBody } from "#modules/operations/contract/admin.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { isUniqueViolation, runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { copyNewWorkspace, uncopied } from "#modules/accounts/workspaces/copy-workspace.ts";
import { idOfSlug } from "#modules/accounts/people/made-sql.ts";
import { hashPassword } from "#modules/accounts/passwords/password.ts";
import { assertGoodPassword } from "#modules/accounts/passwords/password-rules.ts";
import {
  insertClient,
  selectClientOfSlug,
  selectClientUsers,
  selectTaken,
} from "./clients-store.ts";
import { presentClient } from "#modules/operations/overview/present.ts";

/**
 * Makes a client: its workspace and the login of its first person, together. Throws
 * `validation_failed` for a weak password, `conflict` naming what is taken, email or slug.
 */
export async function addClient(ctx: CallerCtx, body: CreateClientBody): Promise<Client> {
  const { install } = ctx;
  const { name, email, workspace } = body;
  assertGoodPassword(ctx.settings, body.password, body);
  const passwordHash = await hashPassword(body.password);
  const id = idOfSlug(workspace.slug);
  try {
    await runBatch(install, [
      ...insertClient(install, workspace, { name, email, passwordHash }, ctx.now()),
      auditStatement(ctx, {
        action: "client.created",
        workspaceId: id,
        target: { type: "workspace", id },
        details: { name: workspace.name },
      }),
      ...uncopied(ctx, { slug: workspace.slug }),
    ]);
  } catch (cause) {
    throw isUniqueViolation(cause) ? await taken(ctx, body, cause) : cause;
  }
  const row = await selectClientOfSlug(install, workspace.slug);
  if (!row) throw new AppError("conflict", "The client was deleted meanwhile.");
  await copyNewWorkspace(ctx, row);
  return presentClient(row, await selectClientUsers(install, [row.id]));
}

async function taken(ctx: CallerCtx, body: CreateClientBody, cause: unknown): Promise<AppError> {
  const is = await selectTaken(ctx.install, body.email, body.workspace.slug);
  const paths = [...(is.email ? ["email"] : []), ...(is.slug ? ["workspace.slug"] : [])];
  return new AppError("conflict", "This email or slug is already in use. Choose another.", {
    cause,
    errors: paths.map((path) => ({ path, code: "taken", message: "Already in use." })),
  });
}

import type { Client, CreateClientBody } from "#modules/operations/contract/admin.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { isUniqueViolation, runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { copyNewWorkspace, uncopied } from "#modules/accounts/workspaces/copy-workspace.ts";
import {
  invitationStatements,
  sentInvitation,
} from "#modules/accounts/invitations/create-invitation.ts";
import { idOfSlug } from "#modules/accounts/people/made-sql.ts";
import { hashPassword } from "#modules/accounts/passwords/password.ts";
import { assertGoodPassword } from "#modules/accounts/passwords/password-rules.ts";
import { switchesFor } from "#modules/operations/client-access/set-access.ts";
import {
  insertClient,
  insertInvitedClient,
  selectClientOfSlug,
  selectClientUsers,
  selectTaken,
} from "./clients-store.ts";
import { presentClient } from "#modules/operations/overview/present.ts";

/**
 * Makes a client: its workspace with the login of its first person, or without a password with an
 * invitation for them. Throws `validation_failed` for a weak password, `conflict` naming what is
 * taken, email or slug.
 */
export async function addClient(ctx: CallerCtx, body: CreateClientBody): Promise<Client> {
  const { install } = ctx;
  const { name = "", email, password, workspace, access = { preset: "classic" } } = body;
  const clientSwitches = switchesFor(access);
  if (password !== undefined) await assertGoodPassword(ctx, password, { name, email });
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const id = idOfSlug(workspace.slug);
  const invited =
    passwordHash === null
      ? invitationStatements(ctx, { email, role: "client", language: null }, id)
      : null;
  const now = ctx.now();
  let results: unknown[];
  try {
    results = await runBatch(install, [
      ...(passwordHash === null
        ? [insertInvitedClient(install, { ...workspace, clientSwitches }, email, now)]
        : insertClient(
            install,
            { ...workspace, clientSwitches },
            { name, email, passwordHash },
            now,
          )),
      ...(invited?.statements ?? []),
      auditStatement(
        ctx,
        {
          action: "client.created",
          workspaceId: id,
          target: { type: "workspace", id },
          details: { name: workspace.name, switches: clientSwitches },
        },
        invited?.ifInvited,
      ),
      ...uncopied(ctx, { slug: workspace.slug }),
      ...(invited ? [invited.read] : []),
    ]);
  } catch (cause) {
    throw isUniqueViolation(cause) ? await taken(ctx, body, cause) : cause;
  }
  const invitation = invited && (await sentInvitation(ctx, results.at(-1)));
  if (invited && !invitation) throw await taken(ctx, body);
  const row = await selectClientOfSlug(install, workspace.slug);
  if (!row) throw new AppError("conflict", "The client was deleted meanwhile.");
  await copyNewWorkspace(ctx, row);
  const client = presentClient(row, await selectClientUsers(install, [row.id]));
  return { ...client, ...(invitation && { invitation }) };
}

async function taken(ctx: CallerCtx, body: CreateClientBody, cause?: unknown): Promise<AppError> {
  const is = await selectTaken(ctx.install, body.email, body.workspace.slug);
  const paths = [
    ...(is.email || (is.invited && body.password === undefined) ? ["email"] : []),
    ...(is.slug ? ["workspace.slug"] : []),
  ];
  return new AppError("conflict", "This email or slug is already in use. Choose another.", {
    cause,
    errors: paths.map((path) => ({ path, code: "taken", message: "Already in use." })),
  });
}

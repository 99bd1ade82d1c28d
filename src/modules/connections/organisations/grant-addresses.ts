import { type CallerCtx, inWorkspace, userIdOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { invalidField } from "#platform/rules/errors.ts";
import type { OrganisationId } from "#platform/rules/ids.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { entryTo } from "#modules/accounts/workspaces/entry-to.ts";
import type { GrantAddressesBody } from "#modules/connections/contract/organisations.ts";
import { findOrganisation } from "./list-organisations.ts";
import { dropTokens } from "./organisation-grants-store.ts";
import { deleteAddress, insertAddresses } from "./organisations-store.ts";
import { assertOfOrganisation } from "./test-organisation.ts";

/**
 * Lets a workspace connect addresses of an organisation. Throws `validation_failed` for a workspace
 * that is none, and for an address outside the organisation's domains.
 */
export async function grantAddresses(
  ctx: CallerCtx,
  id: OrganisationId,
  body: GrantAddressesBody,
): Promise<void> {
  const row = await findOrganisation(ctx, id);
  body.emails.forEach((email, i) => assertOfOrganisation(row, email, `emails.${i}`));
  if ((await entryTo(ctx, body.workspace_id)) !== "allowed") {
    throw invalidField("workspace_id", "unknown", "There is no such workspace.");
  }
  await runBatch(ctx.install, [
    auditStatement(ctx, {
      action: "organisation.granted",
      workspaceId: body.workspace_id,
      target: { type: "organisation", id },
      details: { name: row.name, emails: body.emails },
    }),
    insertAddresses(ctx.install, id, body.workspace_id, body.emails, {
      userId: userIdOf(ctx.caller),
      now: ctx.now(),
    }),
  ]);
}

/** Takes an address back from a workspace. A mailbox that was connected gets no more tokens. */
export async function withdrawAddresses(
  ctx: CallerCtx,
  id: OrganisationId,
  { workspace_id: workspaceId, emails }: GrantAddressesBody,
): Promise<void> {
  const row = await findOrganisation(ctx, id);
  await runBatch(ctx.install, [
    auditStatement(ctx, {
      action: "organisation.withdrawn",
      workspaceId,
      target: { type: "organisation", id },
      details: { name: row.name, emails },
    }),
    ...emails.map((email) => deleteAddress(ctx.install, id, workspaceId, email)),
  ]);
  const { db } = inWorkspace(ctx, workspaceId);
  for (const email of emails) await dropTokens(db, id, { workspaceId, email });
}

import { addressErased, leadsErased, personErased } from "#modules/leads/hooks.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import type { LeadId } from "#platform/rules/ids.ts";
import { blankEventStatements, forgetImportErrors } from "./erase-store.ts";
import { hashesOf } from "#modules/leads/hashes/hashes.ts";
import { searchUncleanStatement } from "#modules/leads/leads/clean-search.ts";
import { eraseSuppressionStatements } from "#modules/leads/suppressions/erase-suppression.ts";
import { forgetValue } from "#modules/leads/suppressions/store.ts";
import { forgetValidationsOf } from "#modules/leads/validations/validations-store.ts";
import { leaveStatements } from "./leave.ts";
import { ofLead } from "#modules/leads/leads/lead-sql.ts";

/** The statements that blank a person in everything that outlives the lead; counts, times and states stay. */
export function eraseStatements(ctx: WorkspaceCtx, id: LeadId, email: string): Statement[] {
  const { db, workspaceId } = ctx;
  const those = ofLead(workspaceId, id);
  return [
    ...ctx.hooks.ask(leadsErased).flatMap((give) => give(ctx, those, email)),
    ...blankEventStatements(db, workspaceId, id),
    forgetImportErrors(db, workspaceId, email),
    ...forgetValidationsOf(db, workspaceId, email),
  ];
}

/** The statements by which later modules forget who owns an address. */
export const forgetAddress = (ctx: WorkspaceCtx, email: string): readonly Statement[] =>
  ctx.hooks.ask(addressErased).flatMap((give) => give(ctx, email));

/**
 * The statements that erase the owner of an address in a workspace: its lead, the leads that were
 * deleted and left mails behind, and what is found by the address alone.
 */
export const eraseAddressStatements = (
  ctx: WorkspaceCtx,
  email: string,
  { lead, ids }: { readonly lead: LeadId | null; readonly ids: readonly LeadId[] },
): Statement[] => [
  ...forgetAddress(ctx, email),
  ...ids.flatMap((id) => eraseStatements(ctx, id, email)),
  ...(ids.length > 0
    ? [...eraseSuppressionStatements(ctx, email), searchUncleanStatement(ctx)]
    : []),
  forgetValue(ctx.db, ctx.workspaceId, hashesOf(ctx, email)),
  forgetImportErrors(ctx.db, ctx.workspaceId, email),
  ...forgetValidationsOf(ctx.db, ctx.workspaceId, email),
  ...(lead === null ? [] : leaveStatements(ctx, [lead])),
];

/** Blanks a person in what the install keeps of it. */
export async function eraseFromInstall(ctx: WorkspaceCtx, email: string): Promise<void> {
  const statements = ctx.hooks.ask(personErased).flatMap((give) => give(ctx, email));
  await runBatch(ctx.install, statements);
}

import { leadsErased, personErased } from "#modules/leads/hooks.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import type { LeadId } from "#platform/rules/ids.ts";
import { blankEventStatements, forgetImportErrors } from "./erase-store.ts";
import { ofLead } from "#modules/leads/leads/lead-sql.ts";

/** The statements that blank a person in everything that outlives the lead; counts, times and states stay. */
export function eraseStatements(ctx: WorkspaceCtx, id: LeadId, email: string): Statement[] {
  const { db, workspaceId } = ctx;
  const those = ofLead(workspaceId, id);
  return [
    ...ctx.hooks.ask(leadsErased).flatMap((give) => give(ctx, those, email)),
    ...blankEventStatements(db, workspaceId, id),
    forgetImportErrors(db, workspaceId, email),
  ];
}

/** Blanks a person in what the install keeps of it. */
export async function eraseFromInstall(ctx: WorkspaceCtx, email: string): Promise<void> {
  const statements = ctx.hooks.ask(personErased).flatMap((give) => give(ctx, email));
  await runBatch(ctx.install, statements);
}

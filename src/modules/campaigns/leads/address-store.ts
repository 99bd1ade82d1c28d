import { and, eq, sql } from "drizzle-orm";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { LeadId } from "#platform/rules/ids.ts";

/** Lets what still waits go to a lead's new address. */
export const readdressSends = (
  { db, workspaceId }: WorkspaceCtx,
  id: LeadId,
  email: string,
): Statement[] => [
  db
    .update(sends)
    .set({ toEmail: email })
    .where(
      and(eq(sends.workspaceId, workspaceId), eq(sends.leadId, id), sql`${sends.state} = 'queued'`),
    ),
];

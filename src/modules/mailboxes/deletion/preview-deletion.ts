import type { MailboxDeletion } from "#modules/mailboxes/contract/mailboxes.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { selectHeld, selectUses } from "./deletion-store.ts";
import { findMailbox } from "#modules/mailboxes/mailboxes/read-mailboxes.ts";

const THREADS_COUNTED = 10_000;

/** What deleting a mailbox would do, so that a person knows before. Changes nothing. Throws `not_found`. */
export async function previewDeletion(ctx: WorkspaceCtx, id: MailboxId): Promise<MailboxDeletion> {
  const { email } = await findMailbox(ctx, id);
  const [uses, held] = await Promise.all([
    selectUses(ctx.db, ctx.workspaceId, id),
    selectHeld(ctx.db, ctx.workspaceId, id, THREADS_COUNTED),
  ]);
  const campaigns = uses.map(({ id: campaignId, name, status, leads, others }) => ({
    id: campaignId,
    name,
    status,
    leads,
    pauses: status === "active" && others === 0,
  }));
  return {
    email,
    campaigns,
    leads: uses.reduce((sum, { leads }) => sum + leads, 0),
    leads_handed_over: uses.reduce((sum, use) => sum + (use.others > 0 ? use.leads : 0), 0),
    scheduled_mails: held.scheduled,
    threads: held.threads,
  };
}

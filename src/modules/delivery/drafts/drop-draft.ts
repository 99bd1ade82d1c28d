import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import type { Draft, MailApi } from "#modules/connections/api/mail-api.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { deleteDraft, type DraftRow, markDropping } from "./drafts-store.ts";
import { acceptedResult } from "./facts-of.ts";

/** The draft of a row, as its provider names it; null where its id is not known. */
export const draftOf = ({ draftId, thread, givenId }: DraftRow): Draft | null =>
  draftId === null ? null : { id: draftId, thread, messageId: givenId };

/** The mail of a row, as results name it. */
export const namedBy = ({ ticket, lease, messageId }: DraftRow) => ({
  ticket,
  lease,
  message_id: messageId,
});

/**
 * Deletes a draft that is not to be sent, and then its row. One that turns out to have been sent is
 * settled as that. Safe to be killed anywhere: a row that is being dropped is dropped by the next
 * one to meet it. Throws what the API throws; nothing where somebody else has gone on with the mail.
 */
export async function dropDraft(ctx: WorkspaceCtx, api: MailApi, row: DraftRow): Promise<void> {
  const again = later(ctx.now(), MINUTE_MS);
  if (row.state !== "dropping" && !(await markDropping(ctx.db, row, again))) return;
  const dropping: DraftRow = { ...row, state: "dropping" };
  const draft = draftOf(row) ?? (await api.find(row.messageId));
  if (draft && row.askedAt !== null) {
    const standing = await api.look(draft, row.messageId);
    if (standing.as === "sent") {
      const sent = acceptedResult(namedBy(row), api.name, standing.messageId, true);
      await settleResults(ctx, { results: [sent] });
      await deleteDraft(ctx.db, dropping);
      return;
    }
  }
  if (draft) await api.drop(draft);
  await deleteDraft(ctx.db, dropping);
}

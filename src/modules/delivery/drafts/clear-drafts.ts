import type { OutgoingMail } from "#platform/wire/transmission.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import type { GrantId } from "#platform/rules/ids.ts";
import { openMailApi } from "#modules/connections/api/open-mail-api.ts";
import type { MailApi } from "#modules/connections/api/mail-api.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { draftOf, dropDraft } from "./drop-draft.ts";
import { type DraftRow, selectDraftsOf } from "./drafts-store.ts";
import { acceptedResult, apiResult, apiSilence } from "./facts-of.ts";

/**
 * Mails that are to leave by SMTP, and that a try by the API left a draft of: one that was sent is
 * settled as that, one that was not is deleted. Answers the tickets of those that may not leave now.
 */
export async function clearDrafts(
  ctx: WorkspaceCtx,
  grantId: GrantId,
  mails: readonly OutgoingMail[],
): Promise<readonly string[]> {
  const ids = mails.map(({ message_id }) => message_id);
  const rows = (await selectDraftsOf(ctx.db, ctx.workspaceId, ids)).filter(
    (row) => row.grantId === grantId,
  );
  if (rows.length === 0) return [];
  const barred: string[] = [];
  const api = await openMailApi(ctx, grantId);
  for (const row of rows) {
    const mail = mails.find(({ message_id }) => message_id === row.messageId);
    if (!mail || !api) continue;
    if (await isCleared(ctx, api, row, mail)) continue;
    barred.push(mail.ticket);
  }
  return barred;
}

async function isCleared(
  ctx: WorkspaceCtx,
  api: MailApi,
  row: DraftRow,
  mail: OutgoingMail,
): Promise<boolean> {
  const draft = draftOf(row);
  try {
    if (draft && row.askedAt !== null) {
      const standing = await api.look(draft, row.messageId);
      if (standing.as === "sent") {
        const sent = acceptedResult(mail, api.name, standing.messageId, true);
        await settleResults(ctx, { results: [sent] });
        return false;
      }
    }
    await dropDraft(ctx, api, row);
    return true;
  } catch (thrown) {
    ctx.log("drafts.unasked", { grantId: row.grantId, cause: describe(thrown) }, "warn");
    const untried = apiResult(mail, apiSilence("withheld", "connect"));
    await settleResults(ctx, { results: [untried] });
    return false;
  }
}

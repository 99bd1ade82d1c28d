import type { SendResult } from "#platform/wire/transmission.ts";
import { type Deps, inWorkspace, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { readTicket } from "#platform/rules/mail/ticket.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { openMailApi } from "#modules/connections/api/open-mail-api.ts";
import type { MailApi } from "#modules/connections/api/mail-api.ts";
import { ASKED_AGE_MS } from "#modules/delivery/rules/drafts.ts";
import { draftOf } from "./drop-draft.ts";
import { type DraftRow, selectDraftsOf } from "./drafts-store.ts";
import { acceptedResult, apiResult, silentApiFacts } from "./facts-of.ts";

/** A mail that was granted, and whose outcome nobody has reported. */
export type Unreported = {
  readonly ticket: string;
  readonly state: string;
  readonly lease: string | null;
  readonly messageId: string;
};

/**
 * What a draft tells of a mail that was granted: that it was sent, or that it never left and may be
 * tried again, or, where the mail counts as unclear already, fails. Null: nothing, as yet. A draft
 * that is there proves nothing while the provider may still be about to send it. Throws what the API
 * throws.
 */
export async function askDraft(
  ctx: WorkspaceCtx,
  api: MailApi,
  row: DraftRow,
  mail: Unreported,
): Promise<SendResult | null> {
  const draft = draftOf(row);
  if (!draft) return null;
  const standing = await api.look(draft, row.messageId);
  const named = { ticket: mail.ticket, lease: mail.lease ?? "", message_id: row.messageId };
  if (standing.as === "sent") return acceptedResult(named, api.name, standing.messageId, true);
  const isOfThisTry = row.ticket === mail.ticket && row.lease === mail.lease;
  if (standing.as === "gone" || !isOfThisTry) return null;
  if (row.askedAt !== null && ctx.now() - row.askedAt < ASKED_AGE_MS) return null;
  const unsent = `${api.name} still holds it as a draft: it was never sent.`;
  const facts =
    mail.state === "unknown"
      ? { ...silentApiFacts("reply", "dot", unsent), code: 451 }
      : silentApiFacts("withheld", "data", unsent);
  return { ...apiResult(named, facts), replayed: true };
}

/** Drafts looked at side by side. */
const AT_ONCE = 5;

/** What drafts tell of these mails, by ticket; those without one, or of which it tells nothing, are absent. Never rejects for a provider. */
export async function draftResults(
  deps: Deps,
  mails: readonly Unreported[],
): Promise<ReadonlyMap<string, SendResult>> {
  const found = new Map<string, SendResult>();
  const byWorkspace = Map.groupBy(mails, ({ ticket }) => readTicket(ticket)?.workspaceId);
  for (const [workspaceId, some] of byWorkspace) {
    if (workspaceId !== undefined) await ofWorkspace(deps, workspaceId, some, found);
  }
  return found;
}

async function ofWorkspace(
  deps: Deps,
  workspaceId: WorkspaceId,
  mails: readonly Unreported[],
  found: Map<string, SendResult>,
): Promise<void> {
  const ctx = inWorkspace(deps, workspaceId);
  const rows = await selectDraftsOf(
    ctx.db,
    workspaceId,
    mails.map(({ messageId }) => messageId),
  );
  const waiting = [...Map.groupBy(rows, ({ grantId }) => grantId)];
  const worker = async (): Promise<void> => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      const [grantId, ofGrant] = group;
      try {
        const api = await openMailApi(ctx, grantId);
        if (!api) continue;
        for (const row of ofGrant) {
          for (const mail of mails.filter(({ messageId }) => messageId === row.messageId)) {
            const result = await askDraft(ctx, api, row, mail);
            if (result) found.set(mail.ticket, result);
          }
        }
      } catch (thrown) {
        // Who does not answer about one mailbox's draft does not about its others.
        deps.log("drafts.unasked", { grantId, cause: describe(thrown) }, "warn");
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

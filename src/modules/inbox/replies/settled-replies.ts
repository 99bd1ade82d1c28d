import type { SendResult } from "#platform/wire/transmission.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { bounceLead } from "#modules/campaigns/lead-events/bounce-lead.ts";
import type { Effects, End, Guard } from "#modules/delivery/engine/kind.ts";
import { lookAtDraftAgain } from "#modules/inbox/attachments/drafts-store.ts";
import { selectMailsToSettle, type SettlingMail, showMail } from "./settled-store.ts";

/** What the end of mails that people wrote changes: what left joins its conversation. */
export async function settledReplies(
  ctx: WorkspaceCtx,
  ends: readonly End[],
  guard: Guard,
): Promise<Effects> {
  const ids = ends.map(({ mail }) => mail.id);
  const rows = await selectMailsToSettle(ctx.db, ctx.workspaceId, ids);
  const mails = new Map(rows.map((row) => [row.id as number, row]));
  const now = ctx.now();
  const statements = ends.flatMap(({ mail: { id, state }, to, outcome }): Statement[] => {
    const mail = mails.get(id);
    if (!mail) return [];
    const cleared =
      mail.attachments.length > 0
        ? [lookAtDraftAgain(ctx.db, ctx.workspaceId, mail.rfcId, now)]
        : [];
    if (to === "failed") {
      return [...cleared, ...(outcome.kind === "bounced" ? bounced(ctx, mail, guard) : [])];
    }
    // An unknown mail was shown when it became unknown.
    const shown = state === "unknown" ? [] : showMail(ctx.db, ctx.workspaceId, mail, now, guard);
    return [...cleared, ...shown];
  });
  return { statements };
}

/** What a person reads: the server's own words, or how far the dialogue came. */
export const failureWords = ({ response, ending, phase }: SendResult): string | null =>
  response ?? (ending === "accepted" || ending === "withheld" ? null : `${ending} at ${phase}`);

/** The lead's address does not exist. With more recipients nobody knows whose it was. */
function bounced(ctx: WorkspaceCtx, mail: SettlingMail, guard: Guard): Statement[] {
  const { leadId, leadEmail } = mail;
  const recipients = [...mail.to, ...mail.cc, ...mail.bcc];
  if (leadId === null || leadEmail === null || recipients.some((a) => a !== leadEmail)) return [];
  return bounceLead(ctx, { leadId, email: leadEmail }, guard);
}

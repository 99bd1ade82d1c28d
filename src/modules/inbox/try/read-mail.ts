import { trackingSecrets } from "#platform/ctx/settings.ts";
import { selectOurTexts } from "#modules/inbox/categories/category-store.ts";
import type { ReadMail } from "#modules/inbox/contract/try.ts";
import {
  type Arrived,
  findAnswered,
  findReported,
  type Match,
} from "#modules/inbox/matching/find-send.ts";
import { readReturn } from "#modules/inbox/rules/kinds/absence.ts";
import { classifyMail, type MailKind } from "#modules/inbox/rules/kinds/classify-mail.ts";
import { answeredIds } from "#modules/inbox/rules/match.ts";
import { ownText } from "#modules/inbox/rules/quote.ts";
import { categorise } from "#modules/inbox/rules/replies/categorise.ts";
import { readLater } from "#modules/inbox/rules/replies/named-later.ts";
import type { Reading } from "#modules/inbox/rules/replies/read-reply.ts";
import { receivedMail } from "#modules/inbox/reading/taking.ts";
import { readUnsubscribeSubject } from "#modules/links/rules/unsubscribe-mail.ts";
import { selectOwnAddresses } from "#modules/inbox/sync/sync-store.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { ReceivedMail } from "#platform/rules/mail/received-mail.ts";
import { utcDay } from "#platform/rules/time.ts";

/**
 * Says what would be made of a message if it came into a mailbox of the workspace now. Nothing is
 * stored, no mail confirmed and no AI asked. Throws `upstream_unavailable` where no mail can be read.
 */
export async function readMail(ctx: WorkspaceCtx, raw: Uint8Array): Promise<ReadMail> {
  const now = ctx.now();
  const base64 = Buffer.from(raw).toString("base64");
  const mail = await ctx.mail.parse({ raw: base64, received_at: now });
  const received = receivedMail(mail);
  const shown = { visible_text: mail.unparsed ? "" : ownText(received.text) };
  if (readUnsubscribeSubject(trackingSecrets(ctx.settings), received.subject)) {
    return { ...NOTHING, ...shown, kind: "unsubscribe" };
  }
  const ours = await selectOwnAddresses(ctx.db, ctx.workspaceId);
  const kind = classifyMail(received, (address) => ours.has(address.toLowerCase()));
  const match = await matchOf(ctx, { received, mailbox: { id: null } }, kind);
  const known =
    match && kind.kind === "reply" ? await selectOurTexts(ctx.db, ctx.workspaceId, match.send) : [];
  const reading = mail.unparsed
    ? null
    : categorise(await ctx.tables.replies(), received, kind, known);
  return {
    ...NOTHING,
    ...shown,
    kind: kind.kind === "bounce" && !kind.bounce.final ? "delayed" : kind.kind,
    ...(reading && {
      category: reading.category,
      category_source: "rule" as const,
      category_words: [...reading.words],
      confidence: reading.confidence,
    }),
    ...(kind.kind === "bounce" && {
      bounce: kind.bounce.final ? kind.bounce.class : null,
      bounce_code: kind.bounce.code,
      bounce_reason: kind.bounce.reason,
    }),
    recipient: recipientOf(kind),
    message_id: idsOf(received, kind)[0] ?? null,
    return_date: reading && returnDate(received, reading, utcDay(now)),
    matched_send: match && presentMatch(match),
  };
}

const NOTHING = {
  category: null,
  category_source: null,
  category_words: [],
  confidence: null,
  bounce: null,
  bounce_code: "",
  bounce_reason: "",
  recipient: null,
  message_id: null,
  return_date: null,
  matched_send: null,
} as const satisfies Partial<ReadMail>;

async function matchOf(ctx: WorkspaceCtx, mail: Arrived, kind: MailKind): Promise<Match | null> {
  switch (kind.kind) {
    case "own":
      return null;
    case "reply":
    case "auto_reply":
      return findAnswered(ctx, mail, kind.kind === "auto_reply");
    case "bounce":
    case "complaint":
    case "delivered": {
      const recipient = recipientOf(kind);
      const recipients =
        kind.kind === "bounce" ? kind.bounce.recipients : recipient ? [recipient] : [];
      return findReported(ctx, mail, { returnedIds: idsOf(mail.received, kind), recipients });
    }
  }
}

function recipientOf(kind: MailKind): string | null {
  if (kind.kind === "bounce") return kind.bounce.recipients[0] ?? null;
  return kind.kind === "complaint" ? kind.complaint.recipient : null;
}

function idsOf(mail: ReceivedMail, kind: MailKind): readonly string[] {
  switch (kind.kind) {
    case "bounce":
      return kind.bounce.returnedIds;
    case "complaint":
      return kind.complaint.returnedIds;
    case "delivered":
      return kind.notice.returnedIds;
    case "reply":
    case "auto_reply":
    case "own":
      return answeredIds(mail);
  }
}

function returnDate(mail: ReceivedMail, { category, said }: Reading, today: string): string | null {
  if (category === "out_of_office")
    return readReturn(`${mail.subject} ; ${ownText(mail.text)}`, today);
  return category === "not_now" ? readLater(said, today) : null;
}

const presentMatch = ({ send, matchedBy }: Match): NonNullable<ReadMail["matched_send"]> => ({
  id: send.id,
  campaign_id: send.campaignId,
  lead_id: send.leadId,
  to: send.toEmail,
  subject: send.subject,
  message_id: send.messageId,
  matched_by: matchedBy,
});

import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { HOUR_MS, later } from "#platform/rules/time.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import type { Composed, Keep, Letter } from "#modules/delivery/engine/kind.ts";
import { contestSplit } from "#modules/campaigns/rules/winners/arms.ts";
import type { Split } from "#modules/campaigns/rules/winners/evidence.ts";
import { labelOf } from "#modules/campaigns/rules/variants.ts";
import { LEAD_RULES, WORD_RULES } from "#modules/campaigns/rules/leaving/rules.ts";
import { installSuppressedAmong } from "#modules/leads/install-suppressions/install-suppressed.ts";
import { ownSuppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { workspaceLinkBase } from "#modules/links/tracking-domains/own-host.ts";
import { loadSenders } from "#modules/mailboxes/connections/load-senders.ts";
import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import {
  type Composed as Made,
  composeMail,
  footerWords,
} from "#modules/campaigns/words/compose-mail.ts";
import { threadsOf } from "#modules/campaigns/words/threads-of.ts";
import {
  type HeldSend,
  holdUnrenderable,
  keepOutbound,
  type LeasedSend,
  type OutboundCopy,
  selectLeasedSends,
} from "./compose-store.ts";

/** Fixing the step wakes what waits for it; this is for what passes by itself. */
const BROKEN_WAIT_MS = HOUR_MS;
/** Milliseconds of rendering after which others get their turn. */
const TURN_MS = 20;

/**
 * Makes the messages of a claim, and keeps exactly what is handed over. What lacks a variable, or
 * may no longer be written to, ends with its reason; a step that cannot be rendered is nobody's
 * fault but its own, and its leads wait until it is fixed.
 */
export async function composeSends(
  ctx: WorkspaceCtx,
  lease: string,
  ids: readonly number[],
): Promise<{ readonly composed: readonly Composed[] } & Partial<Keep>> {
  const { db, workspaceId } = ctx;
  const sends = await selectLeasedSends(db, workspaceId, lease, ids);
  if (sends.length === 0) return { composed: [] };
  const recipients = [
    ...new Set(sends.flatMap((s) => [s.toEmail, ...s.campaign.cc, ...s.campaign.bcc])),
  ];
  const [settings, linkBase, senders, own, byInstall, threads] = await Promise.all([
    readSettings(ctx),
    workspaceLinkBase(ctx),
    loadSenders(ctx, [...new Set(sends.map((s) => s.mailboxId))]),
    ownSuppressedAmong(ctx, recipients),
    installSuppressedAmong(ctx, recipients),
    threadsOf(ctx, sends),
  ]);

  const suppressed = new Set([...own, ...byInstall]);
  const ours = { words: footerWords(settings), linkBase };
  const composed: Composed[] = [];
  const copies: OutboundCopy[] = [];
  const held: HeldSend[] = [];
  let turn = ctx.now();
  for (const read of sends) {
    const send = withArm(read);
    const letter: Letter = { id: send.id, messageId: send.messageId };
    const hold = (reason: string, detail: string) => {
      composed.push({ as: "ended", letter, reason });
      held.push({ sendId: send.id, enrolmentId: send.enrolmentId, reason, detail });
    };
    const sender = senders.get(send.mailboxId);
    if (own.has(send.toEmail)) hold(LEAD_RULES.suppressed.ends.reason, "");
    else if (byInstall.has(send.toEmail)) hold(LEAD_RULES.install_suppressed.ends.reason, "");
    else if (!sender) composed.push({ as: "away", letter });
    else {
      // Costly templates must not hold up other requests for as many mails as a job has.
      if (ctx.now() - turn > TURN_MS) {
        await ctx.wait(0);
        turn = ctx.now();
      }
      const made = composeMail(ctx, without(suppressed, send), sender, threads(send), ours);
      if (made.ok) {
        composed.push({ as: "mail", letter, mail: made.mail });
        copies.push(copyOf(send, made));
      } else if (made.reason === "template_error") {
        const until = later(ctx.now(), BROKEN_WAIT_MS);
        ctx.log("sends.broken_template", { campaignId: send.campaign.id, step: send.step }, "warn");
        composed.push({ as: "wait", letter, until, reason: made.reason, detail: made.detail });
      } else hold(WORD_RULES.missing_variable.ends.reason, made.detail);
    }
  }
  const now = ctx.now();
  return {
    composed,
    keep: [
      ...(held.length > 0 ? [holdUnrenderable(db, workspaceId, lease, held, now)] : []),
      ...(copies.length > 0 ? keepOutbound(db, workspaceId, lease, copies, now) : []),
    ],
    async after() {
      if (held.length === 0) return;
      for (const id of new Set(sends.map((s) => s.campaign.id))) await completeIfFinished(ctx, id);
    },
  };
}

/**
 * The variant by the weights as they are now: what was claimed, or tried, before a variant won gets
 * the winner's words as well.
 */
function withArm(send: LeasedSend): LeasedSend & { readonly split: Split | null } {
  const { stepRow, lead } = send;
  return {
    ...send,
    variant: labelOf(stepRow, lead.id),
    split: contestSplit(stepRow.variants),
  };
}

/** Suppression applies to copies as well. */
const without = (suppressed: ReadonlySet<string>, send: LeasedSend): LeasedSend => {
  const { cc, bcc } = send.campaign;
  if (![...cc, ...bcc].some((email) => suppressed.has(email))) return send;
  const allowed = (emails: string[]) => emails.filter((email) => !suppressed.has(email));
  return { ...send, campaign: { ...send.campaign, cc: allowed(cc), bcc: allowed(bcc) } };
};

const copyOf = (
  send: LeasedSend & { readonly split: Split | null },
  { mail, text, html }: Extract<Made, { ok: true }>,
): OutboundCopy => ({
  sendId: send.id,
  leadId: send.lead.id,
  mailboxId: send.mailboxId,
  stepId: send.stepId,
  variant: send.variant,
  contest: send.stepRow.contest,
  split: send.split,
  fromEmail: mail.from.address,
  fromName: mail.from.name,
  to: mail.to.map((a) => a.address),
  cc: mail.cc.map((a) => a.address),
  subject: mail.subject,
  text,
  html,
  messageId: send.messageId,
  inReplyTo: mail.in_reply_to,
  references: mail.references,
});

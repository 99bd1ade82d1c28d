import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import type { SendId } from "#platform/rules/ids.ts";
import { SEND_LEASE_MS } from "#modules/delivery/rules/leases.ts";
import { HOUR_MS, later } from "#platform/rules/time.ts";
import { loadSenders } from "#modules/mailboxes/connections/load-senders.ts";
import { workspaceLinkBase } from "#modules/links/tracking-domains/link-base.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { suppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import { type Composed, composeMail } from "./compose-mail.ts";
import { footerWords } from "./footer-words.ts";
import { settleSends } from "#modules/campaigns/settle/settle-sends.ts";
import { requeue, returnSlots } from "#modules/campaigns/settle/requeue-store.ts";
import { standAsRead } from "#modules/campaigns/settle/settle-store.ts";
import { threadsOf } from "./threads-of.ts";
import { sendTicket } from "#platform/mail/ticket.ts";
import {
  freeGaps,
  type HeldSend,
  holdUnrenderable,
  keepOutbound,
  type LeasedSend,
  selectLeasedSends,
} from "./transmit-store.ts";

/** Mending the step wakes what waits for it; this is for what mends itself. */
const BROKEN_WAIT_MS = HOUR_MS;
/** Milliseconds of rendering after which others get their turn. */
const TURN_MS = 20;

/**
 * Job `sends.transmit.v1`: makes the messages of a claim and hands them over. Repeating it hands
 * the same messages over again, which the companion's journal and the intent gate turn into one
 * transmission. What cannot be rendered, or may no longer be written to, is held with its reason.
 */
export async function transmit(
  ctx: WorkspaceCtx,
  job: { lease: string; sendIds: readonly SendId[] },
): Promise<Outcome> {
  const { db, workspaceId } = ctx;
  const sends = await selectLeasedSends(db, workspaceId, job.lease, job.sendIds);
  if (sends.length === 0) return done;
  const [settings, base, senders, suppressed, threads] = await Promise.all([
    readSettings(ctx),
    workspaceLinkBase(ctx),
    loadSenders(ctx, [...new Set(sends.map((s) => s.mailboxId))]),
    suppressedAmong(ctx, [
      ...new Set(sends.flatMap((s) => [s.toEmail, ...s.campaign.cc, ...s.campaign.bcc])),
    ]),
    threadsOf(ctx, sends),
  ]);

  const own = { words: footerWords(settings), linkBase: base };
  const ready: { send: LeasedSend; composed: Composed & { ok: true } }[] = [];
  const held: HeldSend[] = [];
  const stranded: LeasedSend[] = [];
  const broken: BrokenSend[] = [];
  let turn = ctx.now();
  for (const send of sends) {
    const sender = senders.get(send.mailboxId);
    const hold = (reason: string, detail: string) =>
      void held.push({ sendId: send.id, enrolmentId: send.enrolmentId, reason, detail });
    if (suppressed.has(send.toEmail)) hold("suppressed", "");
    else if (!sender) stranded.push(send);
    else {
      // Costly templates must not hold up other requests for as many mails as a job has.
      if (ctx.now() - turn > TURN_MS) {
        await ctx.wait(0);
        turn = ctx.now();
      }
      const composed = composeMail(
        ctx,
        without(suppressed, send),
        sender,
        job.lease,
        threads(send),
        own,
      );
      if (composed.ok) ready.push({ send, composed });
      else if (composed.reason === "template_error") broken.push({ send, detail: composed.detail });
      else hold("missing_variable", composed.detail);
    }
  }
  const now = ctx.now();
  await runBatch(db, [
    ...(held.length > 0 ? holdStatements(ctx, job.lease, held) : []),
    ...(ready.length > 0
      ? keepOutbound(db, workspaceId, job.lease, ready.map(copyOf), {
          now,
          leaseUntil: later(now, SEND_LEASE_MS),
        })
      : []),
  ]);
  if (ready.length > 0) await handOver(ctx, job.lease, ready);
  for (const one of broken) await putOffBroken(ctx, job.lease, one);
  if (stranded.length > 0) await release(ctx, job.lease, stranded);
  if (held.length > 0) {
    for (const id of new Set(sends.map((s) => s.campaign.id))) await completeIfFinished(ctx, id);
  }
  return done;
}

/** Who is held takes nobody's place: slots and gap of the claim are given back. */
function holdStatements(
  { db, workspaceId, now }: WorkspaceCtx,
  lease: string,
  held: readonly HeldSend[],
): Statement[] {
  const ids = held.map((one) => one.sendId);
  const guard = standAsRead(
    workspaceId,
    ids.map((id) => ({ id, state: "leased", lease })),
  );
  return [
    returnSlots(db, workspaceId, ids, guard),
    freeGaps(db, workspaceId, lease, held, now(), guard),
    ...holdUnrenderable(db, workspaceId, lease, held, now()),
  ];
}

type BrokenSend = { readonly send: LeasedSend; readonly detail: string };

/** A step that cannot be rendered is nobody's fault but its own: the lead waits until it is mended. */
async function putOffBroken(
  ctx: WorkspaceCtx,
  lease: string,
  { send, detail }: BrokenSend,
): Promise<void> {
  const { db, workspaceId } = ctx;
  const guard = standAsRead(workspaceId, [{ id: send.id, state: "leased", lease }]);
  const dueAt = later(ctx.now(), BROKEN_WAIT_MS);
  const why = { code: null, response: detail, evidence: "template_error" as const };
  ctx.log("sends.broken_template", { campaignId: send.campaign.id, step: send.step }, "warn");
  await runBatch(db, [
    returnSlots(db, workspaceId, [send.id], guard),
    requeue(db, workspaceId, { id: send.id, dueAt, counted: false, ...why }, guard),
  ]);
}

/** A companion that is away costs nothing: the claim is released at once and due again. */
async function handOver(
  ctx: WorkspaceCtx,
  lease: string,
  ready: readonly { send: LeasedSend; composed: Composed & { ok: true } }[],
): Promise<void> {
  try {
    await ctx.mail.transmit(ready.map((r) => r.composed.mail));
  } catch (cause) {
    ctx.log("sends.not_taken", { count: ready.length, cause: String(cause) }, "warn");
    await release(
      ctx,
      lease,
      ready.map((r) => r.send),
    );
  }
}

/** The lease is given up, so whoever may hold the message meets a closed intent gate. */
async function release(
  ctx: WorkspaceCtx,
  lease: string,
  sends: readonly LeasedSend[],
): Promise<void> {
  await settleSends(ctx, {
    results: sends.map((send) => ({
      ticket: sendTicket(ctx.workspaceId, send.id),
      lease,
      message_id: send.messageId,
      ending: "withheld",
      phase: "connect",
      code: null,
      enhanced: null,
      response: null,
      replayed: false,
    })),
  });
}

/** Suppression applies to copies as well. */
const without = (suppressed: ReadonlySet<string>, send: LeasedSend): LeasedSend => {
  const { cc, bcc } = send.campaign;
  if (![...cc, ...bcc].some((email) => suppressed.has(email))) return send;
  const allowed = (emails: string[]) => emails.filter((email) => !suppressed.has(email));
  return { ...send, campaign: { ...send.campaign, cc: allowed(cc), bcc: allowed(bcc) } };
};

const copyOf = ({ send, composed }: { send: LeasedSend; composed: Composed & { ok: true } }) => ({
  sendId: send.id,
  leadId: send.lead.id,
  mailboxId: send.mailboxId,
  fromEmail: composed.mail.from.address,
  fromName: composed.mail.from.name,
  to: composed.mail.to.map((a) => a.address),
  cc: composed.mail.cc.map((a) => a.address),
  subject: composed.mail.subject,
  text: composed.text,
  html: composed.html,
  messageId: send.messageId,
  inReplyTo: composed.mail.in_reply_to,
  references: composed.mail.references,
});

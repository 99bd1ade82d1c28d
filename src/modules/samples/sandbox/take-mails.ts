import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import type { sandboxTakes } from "#modules/delivery/hooks.ts";
import { readLinkPart } from "#modules/links/rules/link.ts";
import { readTrackingPath } from "#modules/links/rules/urls.ts";
import { actsOf } from "#modules/samples/rules/people.ts";
import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";
import { trackingSecrets } from "#platform/ctx/settings.ts";
import { runBatch } from "#platform/db/db.ts";
import { readTicket } from "#platform/rules/mail/ticket.ts";
import { asId, type SendId, type UnixMs } from "#platform/rules/ids.ts";
import { isSample, isSandbox } from "#platform/rules/mail/sandbox.ts";
import { later, SECOND_MS } from "#platform/rules/time.ts";
import type { OutgoingMail, SendResult } from "#platform/wire/transmission.ts";
import { storeTaken, markSettled, type NewMail, selectStored, selectUnsettled } from "./store.ts";

/**
 * Accepts mails that go to no server: each asks the gate as any mail does, is stored once, and is then
 * reported as accepted. One that is not granted is withheld; one that would leave for
 * somebody real, or come from a real mailbox, is refused for good.
 */
export const takeMails: AnswerTo<typeof sandboxTakes> = async (ctx, mails) => {
  const { db, workspaceId } = ctx;
  const refused = mails.filter((mail) => !staysInside(mail));
  const inside = mails.filter(staysInside);
  const intents = inside.map(({ ticket, lease }) => ({ ticket, lease }));
  const granted = intents.length === 0 ? [] : (await grantIntents(ctx, { intents })).granted;
  const sent = inside.filter(({ ticket }) => granted.includes(ticket));
  const now = ctx.now();
  await runBatch(db, [
    storeTaken(
      db,
      workspaceId,
      sent.map((mail) => rowOf(ctx, mail, now)),
      now,
    ),
  ]);
  const ids = sent.map(({ message_id }) => message_id);
  const stored = await selectStored(db, workspaceId, ids);
  const results = [
    ...refused.map((mail) => resultOf(mail, "unsendable", REFUSED)),
    ...inside.map((mail) =>
      stored.has(mail.message_id)
        ? resultOf(mail, "accepted", ACCEPTED)
        : resultOf(mail, "withheld", null),
    ),
  ];
  const { settled } = await settleResults(ctx, { results });
  const known = new Set(settled);
  await markSettled(
    db,
    workspaceId,
    sent.filter(({ ticket }) => known.has(ticket)).map(({ message_id }) => message_id),
    now,
  );
};

const ACCEPTED = "250 2.0.0 Accepted by the sandbox. Nothing left Outrider.";
const REFUSED =
  "A sandbox mailbox sends to sample leads only, and other mailboxes never send to them.";

const staysInside = ({ smtp, envelope }: OutgoingMail): boolean =>
  isSandbox({ smtpHost: smtp.host }) && envelope.to.every(isSample);

const resultOf = (
  { ticket, lease, message_id }: Pick<OutgoingMail, "ticket" | "lease" | "message_id">,
  ending: "accepted" | "withheld" | "unsendable",
  response: string | null,
): SendResult => ({
  ticket,
  lease,
  message_id,
  ending,
  phase: ending === "accepted" ? "done" : "connect",
  code: ending === "accepted" ? 250 : null,
  enhanced: ending === "accepted" ? "2.0.0" : null,
  response,
  replayed: false,
});

function rowOf(ctx: WorkspaceCtx, mail: OutgoingMail, now: UnixMs): NewMail {
  const ticket = readTicket(mail.ticket);
  const ofCampaign = ticket?.kind === "send" || ticket?.kind === "again";
  const toEmail = mail.envelope.to[0] ?? "";
  const isFirst = mail.in_reply_to === null;
  const [act] = ofCampaign ? actsOf({ toEmail, isFirst }) : [];
  return {
    messageId: mail.message_id,
    ticket: mail.ticket,
    lease: mail.lease,
    sendId: ofCampaign ? asId<SendId>(ticket.id) : null,
    toEmail,
    subject: mail.subject,
    isFirst,
    hasPixel: mail.html?.includes("/pixel.png") ?? false,
    link: linkIn(ctx, mail.html ?? ""),
    actAt: act ? later(now, act.after * SECOND_MS) : null,
  };
}

/** The first link that a person would see: the hidden one leads nowhere. */
function linkIn({ settings }: WorkspaceCtx, html: string): string | null {
  for (const [path] of html.matchAll(/\/t\/[\w-]{1,200}\/link\/[\w-]{1,8000}/g)) {
    const asked = readTrackingPath(path);
    if (asked?.kind !== "link") continue;
    const url = readLinkPart(trackingSecrets(settings), asked.token, asked.part);
    if (url !== null) return url;
  }
  return null;
}

/** After a crash, what is stored and unreported is reported by the tick. */
const SILENT_MS = 30 * SECOND_MS;
const MAILS_PER_SWEEP = 200;

/** Sweep: reports accepted mails again that nobody reported. */
export async function settleTaken(deps: Deps): Promise<void> {
  const rows = await selectUnsettled(deps.db, later(deps.now(), -SILENT_MS), MAILS_PER_SWEEP);
  if (rows.length === 0) return;
  const { settled } = await settleResults(deps, {
    results: rows.map(({ messageId, ...row }) =>
      resultOf({ ...row, message_id: messageId }, "accepted", ACCEPTED),
    ),
  });
  const known = new Set(settled);
  const done = rows.filter(({ ticket }) => known.has(ticket));
  for (const [workspaceId, mails] of Map.groupBy(done, (row) => row.workspaceId)) {
    await markSettled(
      deps.db,
      workspaceId,
      mails.map(({ messageId }) => messageId),
      deps.now(),
    );
  }
}

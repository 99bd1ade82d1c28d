import type { OutgoingMail, SendResult } from "#platform/wire/transmission.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import type { GrantId } from "#platform/rules/ids.ts";
import { later } from "#platform/rules/time.ts";
import {
  ApiRefused,
  ApiTokenRefused,
  ApiUnanswered,
  type Draft,
  type MailApi,
  type Standing,
} from "#modules/connections/api/mail-api.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { ASKED_AGE_MS, KEPT_DRAFT_MS, MAX_ASK_MS } from "#modules/delivery/rules/drafts.ts";
import { deleteDraft, type DraftRow, lookLater, markAsked } from "./drafts-store.ts";
import { dropDraft } from "./drop-draft.ts";
import { acceptedResult, thrownFacts, apiResult, silentApiFacts } from "./facts-of.ts";
import { holdDraft, readyDraft, type Written } from "./hold-draft.ts";

/** What a try came to, and what is left of its draft then. */
type Tried = {
  /** Null: nobody can tell yet; the draft will. */
  readonly result: SendResult | null;
  /** Null: no draft of ours is left, or none that is ours to touch. */
  readonly row: DraftRow | null;
};

/**
 * Sends one mail by its provider's API: makes the draft, stores its id, asks the gate, then has the
 * draft sent. Whatever the process dies at, the row and the draft tell the next one how far it came,
 * and a provider sends no draft twice. A send without an answer is left as it is until the draft can
 * tell. Answers how long the provider asks to be left alone, or null. Throws when the database does.
 */
export async function sendByDraft(
  ctx: WorkspaceCtx,
  api: MailApi,
  grantId: GrantId,
  mail: OutgoingMail,
  written: Written,
): Promise<number | null> {
  const tried = await attempt(ctx, api, grantId, mail, written);
  const { result, row } = tried;
  if (result) await settleResults(ctx, { results: [result], now: ctx.now() });
  if (result && row) await tidyUp(ctx, api, row, result);
  return result?.ending === "throttled" ? (result.retry_after_ms ?? 0) : null;
}

async function attempt(
  ctx: WorkspaceCtx,
  api: MailApi,
  grantId: GrantId,
  mail: OutgoingMail,
  written: Written,
): Promise<Tried> {
  if (written.raw.length > api.maxBytes) {
    const facts = silentApiFacts("unsendable", "mail", `The email is too large for ${api.name}.`);
    return { result: apiResult(mail, facts), row: null };
  }
  let ready: Awaited<ReturnType<typeof readyDraft>>;
  let held: Awaited<ReturnType<typeof holdDraft>> = null;
  try {
    held = await holdDraft(ctx, api, grantId, mail, written.digest);
    if (!held) return { result: null, row: null };
    ready = await readyDraft(ctx, api, held, mail, written);
  } catch (thrown) {
    const result = apiResult(mail, thrownFacts(thrown, api.name, "make"));
    // What was refused was not made. Of what was not answered the row stays, to look for it.
    const isNone = held?.isNew === true && !(thrown instanceof ApiUnanswered);
    if (held && isNone) await deleteDraft(ctx.db, held.row);
    return { result, row: null };
  }
  switch (ready.as) {
    case "lost":
      return { result: null, row: null };
    case "sent":
      return { result: acceptedResult(mail, api.name, ready.messageId, true), row: ready.row };
    case "unclear":
      return { result: apiResult(mail, silentApiFacts("network", "dot")), row: null };
    case "draft":
      return askGate(ctx, api, mail, ready.row, ready.draft);
  }
}

async function askGate(
  ctx: WorkspaceCtx,
  api: MailApi,
  mail: OutgoingMail,
  row: DraftRow,
  draft: Draft,
): Promise<Tried> {
  const { ticket, lease } = mail;
  const { granted } = await grantIntents(ctx, { intents: [{ ticket, lease }] });
  if (!granted.includes(ticket)) {
    // As a mail that was given back untried: it says nothing about one that somebody else was granted.
    return { result: apiResult(mail, silentApiFacts("withheld", "connect")), row };
  }
  const grantedAt = ctx.now();
  const lookAt = later(grantedAt, ASKED_AGE_MS);
  if (!(await markAsked(ctx.db, row, grantedAt, lookAt))) return { result: null, row: null };
  const asked: DraftRow = { ...row, state: "asked", askedAt: grantedAt, lookAt };
  if (ctx.now() - grantedAt > MAX_ASK_MS) return { result: null, row: null };
  return { result: await send(ctx, api, mail, draft), row: asked };
}

/** Has the draft sent; null where nothing tells yet whether it was. */
async function send(
  ctx: WorkspaceCtx,
  api: MailApi,
  mail: OutgoingMail,
  draft: Draft,
): Promise<SendResult | null> {
  const look = (): Promise<Standing | null> =>
    api.look(draft, mail.message_id).catch((thrown: unknown) => unanswered(ctx, thrown));
  try {
    await api.send(draft);
  } catch (thrown) {
    const isAnswered = thrown instanceof ApiRefused || thrown instanceof ApiTokenRefused;
    if (!isAnswered && !(thrown instanceof ApiUnanswered)) throw thrown;
    // Only what is seen to be a draft still was refused: somebody may have sent it already.
    const standing = await look();
    if (standing?.as === "sent")
      return ended(ctx, acceptedResult(mail, api.name, standing.messageId, false));
    if (!isAnswered || standing?.as !== "draft") return null;
    return ended(ctx, apiResult(mail, thrownFacts(thrown, api.name, "send")));
  }
  const endedAt = ctx.now();
  const standing = await look();
  const given = standing?.as === "sent" ? standing.messageId : null;
  return { ...acceptedResult(mail, api.name, given, false), ended_at: endedAt };
}

const ended = (ctx: WorkspaceCtx, result: SendResult): SendResult => ({
  ...result,
  ended_at: ctx.now(),
});

function unanswered(ctx: WorkspaceCtx, thrown: unknown): null {
  ctx.log("drafts.unseen", { cause: describe(thrown) }, "warn");
  return null;
}

/** What is left of a try that ended: a sweep does the same where this does not come to its end. */
async function tidyUp(
  ctx: WorkspaceCtx,
  api: MailApi,
  row: DraftRow,
  result: SendResult,
): Promise<void> {
  if (result.ending === "accepted") {
    // Under which Message-ID it left shows a little later, where it does not yet.
    if (result.server_message_id !== undefined) await deleteDraft(ctx.db, row);
    return;
  }
  if (result.ending === "throttled") {
    await lookLater(ctx.db, row, later(ctx.now(), KEPT_DRAFT_MS + (result.retry_after_ms ?? 0)));
    return;
  }
  try {
    await dropDraft(ctx, api, row);
  } catch (thrown) {
    ctx.log("drafts.left", { cause: describe(thrown) }, "warn");
  }
}

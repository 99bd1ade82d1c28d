import type { OutgoingMail } from "#platform/wire/transmission.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { readTicket } from "#platform/rules/mail/ticket.ts";
import type { GrantId } from "#platform/rules/ids.ts";
import { later } from "#platform/rules/time.ts";
import type { Draft, MailApi } from "#modules/connections/api/mail-api.ts";
import { kindNamed } from "#modules/delivery/engine/kinds.ts";
import { selectMails } from "#modules/delivery/engine/mail-store.ts";
import { SEND_LEASE_MS } from "#modules/delivery/rules/leases.ts";
import {
  draftKey,
  type DraftRow,
  insertDraft,
  keepDraft,
  makeAgain,
  selectDraft,
  takeOverDraft,
} from "./drafts-store.ts";
import { draftOf, dropDraft } from "./drop-draft.ts";

/** A mail as the API takes it: its bytes, and what tells other content apart. */
export type Written = { readonly raw: Uint8Array; readonly digest: string };

/** A draft that this try may send, or why there is none. */
export type Ready =
  | { readonly as: "draft"; readonly row: DraftRow; readonly draft: Draft }
  /** An earlier try has sent it. */
  | { readonly as: "sent"; readonly row: DraftRow; readonly messageId: string | null }
  /** An earlier try was to send it, and nothing tells what became of that. */
  | { readonly as: "unclear"; readonly row: DraftRow }
  /** Somebody else has gone on with the mail. */
  | { readonly as: "lost" };

const TRIES = 3;

/**
 * Begins the row of a mail's draft, or takes over that of an earlier try. The row comes before the
 * draft, so that a draft whose maker died is looked for instead of being made twice. Null: somebody
 * is at it under the same claim, or under a later one.
 */
export async function holdDraft(
  ctx: WorkspaceCtx,
  api: MailApi,
  grantId: GrantId,
  mail: OutgoingMail,
  digest: string,
): Promise<{ readonly row: DraftRow; readonly isNew: boolean } | null> {
  const key = draftKey(ctx.workspaceId, grantId, mail.message_id);
  const { ticket, lease } = mail;
  for (let i = 0; i < TRIES; i++) {
    const lookAt = later(ctx.now(), SEND_LEASE_MS);
    const row = await selectDraft(ctx.db, key);
    if (!row) {
      const made: DraftRow = {
        ...key,
        ticket,
        lease,
        state: "making",
        digest,
        draftId: null,
        thread: null,
        givenId: null,
        askedAt: null,
        lookAt,
        looks: 0,
        createdAt: ctx.now(),
      };
      if (await insertDraft(ctx.db, made)) return { row: made, isNew: true };
      continue;
    }
    if (row.lease === lease || !(await isCurrent(ctx, mail))) return null;
    if (row.state === "dropping") await dropDraft(ctx, api, row);
    else if (await takeOverDraft(ctx.db, row, { ticket, lease, lookAt })) {
      return { row: { ...row, ticket, lease, lookAt, looks: 0 }, isNew: false };
    }
  }
  return null;
}

/** A process that slept through its claim takes nothing from the one that has the mail now. */
async function isCurrent(ctx: WorkspaceCtx, { ticket, lease }: OutgoingMail): Promise<boolean> {
  const about = readTicket(ticket);
  if (!about) return true;
  const kind = kindNamed(ctx, about.kind);
  const [mail] = await selectMails(ctx.db, kind, ctx.workspaceId, [about.id]);
  return mail?.state === "leased" && mail.lease === lease;
}

/**
 * Makes the draft, or finds that of an earlier try. Once a provider was asked to send a draft, only
 * that draft may be sent, with the words that it has: the provider sends none twice. Throws what the
 * API throws.
 */
export async function readyDraft(
  ctx: WorkspaceCtx,
  api: MailApi,
  held: { readonly row: DraftRow; readonly isNew: boolean },
  mail: OutgoingMail,
  { raw, digest }: Written,
): Promise<Ready> {
  const { row, isNew } = held;
  const make = async (from: DraftRow): Promise<Ready> => {
    const draft = await api.make(raw);
    if (await keepDraft(ctx.db, from, draft, digest)) {
      return { as: "draft", row: stored(from, draft, digest), draft };
    }
    await api.drop(draft);
    return { as: "lost" };
  };
  if (isNew) return make(row);
  const known = draftOf(row);
  const found = known ?? (await api.find(row.messageId));
  if (!found) return make({ ...row, digest });
  const standing = known
    ? await api.look(known, row.messageId)
    : ({ as: "draft", draft: found } as const);
  if (standing.as === "sent") return { as: "sent", row, messageId: standing.messageId };
  if (standing.as === "gone" && row.askedAt !== null && mail.again !== true) {
    return { as: "unclear", row };
  }
  if (standing.as === "draft" && (row.askedAt !== null || row.digest === digest)) {
    if (known) return { as: "draft", row, draft: known };
    const isKept = await keepDraft(ctx.db, row, found, row.digest);
    return isKept
      ? { as: "draft", row: stored(row, found, row.digest), draft: found }
      : { as: "lost" };
  }
  if (standing.as === "draft") await api.drop(standing.draft);
  const again: DraftRow = {
    ...row,
    state: "making",
    draftId: null,
    thread: null,
    givenId: null,
    askedAt: null,
    digest,
  };
  return (await makeAgain(ctx.db, row, digest)) ? make(again) : { as: "lost" };
}

const stored = (row: DraftRow, { id, thread, messageId }: Draft, digest: string): DraftRow => ({
  ...row,
  state: row.askedAt === null ? "ready" : "asked",
  draftId: id,
  thread,
  givenId: messageId,
  digest,
});

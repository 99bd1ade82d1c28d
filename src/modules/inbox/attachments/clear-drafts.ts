import { type Deps, inWorkspace, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { runBatch } from "#platform/db/db.ts";
import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import { openReader } from "#modules/mailboxes/connections/open-reader.ts";
import {
  deleteDraftRows,
  type DueDraft,
  lookAtDraftAgain,
  selectReplyDraft,
  selectDueReplyDrafts,
} from "./drafts-store.ts";

const AT_ONCE = 20;
/** While its mail has not left. */
const LOOK_MS = 10 * MINUTE_MS;
/** Nobody knows whether it left: it may have to be looked at. */
const UNKNOWN_MS = 7 * DAY_MS;
const RETRY_MS = HOUR_MS;
/** A mailbox that can't be opened for so long keeps its draft. */
const GIVE_UP_MS = 14 * DAY_MS;

/** Sweep: drafts whose mail has left or was taken back go, as do those that never became a mail. */
export async function clearReplyDrafts(deps: Deps): Promise<void> {
  for (const draft of await selectDueReplyDrafts(deps.db, deps.now(), AT_ONCE)) {
    await settleDraft(inWorkspace(deps, draft.workspaceId), draft);
  }
}

/** The same for one mail, at once. Never throws: the sweep finds again what is left. */
export async function clearDraftOf(ctx: WorkspaceCtx, messageId: string): Promise<void> {
  try {
    const draft = await selectReplyDraft(ctx.db, ctx.workspaceId, messageId);
    if (draft) await settleDraft(ctx, draft);
  } catch (cause) {
    ctx.log("drafts.kept", { messageId, cause: describe(cause) }, "warn");
  }
}

async function settleDraft(ctx: WorkspaceCtx, draft: DueDraft): Promise<void> {
  const { db, workspaceId } = ctx;
  const { messageId } = draft;
  const until = neededUntil(draft, ctx.now());
  if (until !== null) {
    await runBatch(db, [lookAtDraftAgain(db, workspaceId, messageId, until)]);
    return;
  }
  if (draft.inMailbox && !(await removed(ctx, draft))) {
    const isOver = ctx.now() - draft.createdAt > GIVE_UP_MS;
    if (!isOver) {
      await runBatch(db, [
        lookAtDraftAgain(db, workspaceId, messageId, later(ctx.now(), RETRY_MS)),
      ]);
      return;
    }
  }
  await runBatch(db, deleteDraftRows(db, workspaceId, messageId));
}

/** When to look again; null: it is over. */
function neededUntil({ state, mailDueAt, finishedAt }: DueDraft, now: UnixMs): UnixMs | null {
  if (state === "queued" || state === "leased" || state === "sending") {
    return unixMs(Math.max(later(now, LOOK_MS), mailDueAt ?? 0));
  }
  if (state === "unknown" && now - (finishedAt ?? now) < UNKNOWN_MS) return later(now, DAY_MS);
  return null;
}

/** Whether it is no longer among the drafts: sent files go where what was sent is kept. */
async function removed(
  ctx: WorkspaceCtx,
  { mailboxId, messageId, state }: DueDraft,
): Promise<boolean> {
  const reader = await openReader(ctx, mailboxId);
  if (!reader) return false;
  const act = { message_id: messageId, folders: ["\\Drafts"], flags: [], move_to: null };
  const isKept = state === "sent" && reader.saveToSent;
  try {
    await ctx.mail.tend({
      imap: reader.imap,
      allow_private: allowsPrivateNetworks(ctx.settings),
      acts: [isKept ? { ...act, move_to: "\\Sent" } : { ...act, remove: true }],
    });
    return true;
  } catch (cause) {
    ctx.log("drafts.kept", { mailboxId, cause: describe(cause) }, "warn");
    return false;
  }
}

import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { NoticeKind, NoticeSeverity, NoticeTarget } from "#modules/events/rules/notices.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { insertNotice } from "./store.ts";
import type { Words } from "./words-sql.ts";

/** Mails to one workspace's operator come this far apart; what happens between them comes together. */
const MAIL_GAP_MS = 10 * MINUTE_MS;

export type NewNotice = {
  readonly kind: NoticeKind;
  readonly severity: NoticeSeverity;
  /** A few words. */
  readonly title: Words;
  /** Sentences: what happened and what to do. */
  readonly message: Words;
  /** Where to do it. */
  readonly target: {
    readonly kind: NoticeTarget;
    readonly id: Parameters<typeof insertNotice>[2]["targetId"];
  };
  /** Whom alone it concerns; absent: everybody who reads the notices of the workspace. */
  readonly userId?: UserId;
  /** Names the cause; unique in the workspace. */
  readonly dedupeKey: Parameters<typeof insertNotice>[2]["dedupeKey"];
};

type Source = NonNullable<Parameters<typeof insertNotice>[4]>;

/**
 * The statement that tells the operator of something, for the batch that makes it true: it stands
 * in the notice list and is mailed (SYSTEM_MAIL_URL) and posted to Slack where that is set, once
 * per cause. Put it before the statement that changes the state; `source` repeats that statement's
 * condition on the old state: `WHERE EXISTS (...)`, or `FROM ... WHERE ...` when words come from
 * the rows. Without one it is notified whatever is: where the rows lie in another database.
 */
export const noticeStatement = (
  ctx: Pick<WorkspaceCtx, "db" | "workspaceId" | "now">,
  { target, userId, ...notice }: NewNotice,
  source?: Source,
): Statement =>
  insertNotice(
    ctx.db,
    ctx.workspaceId,
    { ...notice, userId: userId ?? null, targetKind: target.kind, targetId: target.id },
    { now: ctx.now(), gapMs: MAIL_GAP_MS },
    source,
  );

import type { PushKind } from "#platform/rules/choices.ts";
import { standingIn } from "#modules/accounts/sessions/standing-in.ts";
import { pushTitles } from "#modules/events/hooks.ts";
import { deliveryRetryDelayMs } from "#modules/events/rules/retry.ts";
import { type Action, mayDo } from "#platform/access/permissions.ts";
import { type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import { runBatch } from "#platform/db/db.ts";
import type { PushMessageId } from "#platform/rules/ids.ts";
import { HOUR_MS, later, SECOND_MS } from "#platform/rules/time.ts";
import { tell } from "#platform/words/phrase.ts";
import {
  finishMessage,
  type PushMessageRow,
  delayMessage,
  type Receiver,
  selectPushReceiver,
  takeMessage,
} from "./messages-store.ts";
import { type Posted, postPush, PUSH_TIMEOUT_MS } from "./post-push.ts";
import { deleteSubscription, noteNotified } from "./subscriptions-store.ts";
import { type PushWords, pushWordsOf } from "./words.ts";

/** Three times what a request may take, so that a lapsed lease means a dead process. */
const LEASE_MS = 3 * PUSH_TIMEOUT_MS;
/** What is older is in the inbox, and no news. */
const NEWS_MS = 4 * HOUR_MS;
/** More of them at a time nobody reads. */
const MOST_A_MINUTE = 10;
/** Seconds before each attempt. */
const SCHEDULE = [0, 30, 300, 900, 3_600] as const;

/** What a person must be allowed to, so that a browser may tell them. */
const NEEDS: Readonly<Record<PushKind, Action>> = {
  assigned: "threads.read",
  positive_reply: "threads.read",
  mention: "threads.notes",
};

/**
 * Job `push.deliver.v1`: one attempt of one message. Whether its person may still see what it is about is
 * asked now, and its words are written now. Killed before it is settled, it is sent again after its
 * lease; the browser then shows it in the place of the first.
 */
export async function deliverPush(deps: Deps, id: PushMessageId): Promise<Outcome> {
  const { install } = deps;
  const now = deps.now();
  const lease = crypto.randomUUID();
  const message = await takeMessage(install, id, {
    lease,
    now,
    leaseUntil: later(now, LEASE_MS),
    mostAMinute: MOST_A_MINUTE,
  });
  if (!message) return done;
  const leased = { id, lease };
  const left = message.createdAt + NEWS_MS - now;
  const isNews = left > 0 && message.attempts <= SCHEDULE.length;
  const receiver = isNews ? await selectPushReceiver(install, message) : null;
  const words = receiver && (await whatToTell(deps, message, receiver));
  // After a pause of this process the lease may be somebody else's before the request ends.
  if (receiver && words && deps.now() + PUSH_TIMEOUT_MS >= now + LEASE_MS) return done;
  if (!receiver || !words) {
    await runBatch(install, [finishMessage(install, leased)]);
    return done;
  }
  const posted = await postPush(deps, receiver.subscription, words, Math.ceil(left / SECOND_MS));
  await settle(deps, message, leased, posted);
  return done;
}

/** Null: it is not theirs to know, or no longer so. */
async function whatToTell(
  deps: Deps,
  message: PushMessageRow,
  { subscription, host, workspaceOfHost }: Receiver,
): Promise<PushWords | null> {
  const { workspaceId, kind, threadId, amount, userId } = message;
  if (!subscription.kinds.includes(kind)) return null;
  if (host !== null && workspaceOfHost !== workspaceId) return null;
  const standing = await standingIn(deps, { ...subscription, host }, workspaceId);
  if (!standing || !mayDo(standing, NEEDS[kind])) return null;
  const ctx = inWorkspace(deps, workspaceId);
  const title = await deps.hooks.one(pushTitles)(ctx, { kind, threadId, amount, userId });
  return (
    title && pushWordsOf(ctx, tell(standing.language, title), { threadId, role: standing.role })
  );
}

async function settle(
  deps: Deps,
  message: PushMessageRow,
  leased: { readonly id: PushMessageId; readonly lease: string },
  posted: Posted,
): Promise<void> {
  const { install } = deps;
  const { subscriptionId, userId } = message;
  const now = deps.now();
  if (posted.outcome === "later") {
    const delay = deliveryRetryDelayMs(SCHEDULE, message.attempts, posted, Math.random());
    const next =
      delay === null
        ? finishMessage(install, leased)
        : delayMessage(install, leased, later(now, delay));
    await runBatch(install, [next]);
    return;
  }
  if (posted.outcome === "refused") {
    deps.log("push.refused", { subscriptionId, status: posted.statusCode }, "warn");
  }
  await runBatch(install, [
    finishMessage(install, leased),
    ...(posted.outcome === "accepted" ? [noteNotified(install, subscriptionId, now)] : []),
    ...(posted.outcome === "gone" ? [deleteSubscription(install, userId, subscriptionId)] : []),
  ]);
}

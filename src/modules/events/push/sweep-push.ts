import type { Deps } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { DAY_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import { selectWorkspacesWithCauses } from "./causes-store.ts";
import { deleteOldMessages, selectDueMessages } from "./messages-store.ts";
import { deleteEnded } from "./subscriptions-store.ts";

const WORKSPACES_AT_ONCE = 20;
const MESSAGES_AT_ONCE = 200;
/** Longer than a message is news: it is remembered as long as its cause could be spread again. */
const KEPT_MS = DAY_MS;
const FORGOTTEN_AT_ONCE = 1_000;
/** Each minute looks at one of them: all in a quarter of an hour, and no look walks the table. */
const PARTS = 15;

/** Sweep: wakes what is to be spread in workspaces. */
export async function wakeCauses({ db, now, queue }: Deps): Promise<void> {
  for (const workspaceId of await selectWorkspacesWithCauses(db, now(), WORKSPACES_AT_ONCE)) {
    await queue.send({ type: "push.spread.v1", workspaceId });
  }
}

/** Sweep: wakes messages that are due, also those that a dead process had taken. */
export async function wakeMessages({ install, now, queue }: Deps): Promise<void> {
  for (const messageId of await selectDueMessages(install, now(), MESSAGES_AT_ONCE)) {
    await queue.send({ type: "push.deliver.v1", messageId });
  }
}

/** Sweep: forgets old messages, and browsers whose session is over. */
export async function forgetPush({ install, now }: Deps): Promise<void> {
  await runBatch(install, [
    deleteOldMessages(install, later(now(), -KEPT_MS), FORGOTTEN_AT_ONCE),
    deleteEnded(install, now(), { part: Math.floor(now() / MINUTE_MS) % PARTS, of: PARTS }),
  ]);
}

import { createStore } from "#dashboard/lib/store.ts";

/**
 * What can block this page's requests: a session that ended, a rate limit that is used up, a server
 * that cannot be reached. The shell shows each of them.
 */

/** Until when requests wait for the limit (ms since 1970); null when they do not. */
export const waitingUntil = createStore<number | null>(null);

/** No answer came to the last request. */
export const serverUnreachable = createStore(false);

// Without a network no request is sent, so no failed request would show it.
addEventListener("offline", () => serverUnreachable.set(true));
addEventListener("online", () => serverUnreachable.set(false));

type Again = { readonly resume: () => void; readonly leave: () => void };
/** Set while somebody has to sign in again. */
export const signInAgain = createStore<Again | null>(null);

/** Set while somebody has to confirm who they are. */
export const confirmation = createStore<Again | null>(null);

/** Waits for a person, once for all requests that meet the same. Rejects when they leave. */
function waitsIn(asked: typeof signInAgain): () => Promise<void> {
  let pending: Promise<void> | null = null;
  return () => {
    pending ??= new Promise<void>((resolve, reject) => {
      asked.set({ resume: resolve, leave: () => reject(new Error("left")) });
    }).finally(() => {
      pending = null;
      asked.set(null);
    });
    return pending;
  };
}

/** Waits until the person has signed in again. */
export const waitForSignIn = waitsIn(signInAgain);

/** Waits until the person has confirmed who they are. */
export const waitForConfirmation = waitsIn(confirmation);

/** Waits for the limit's next window. */
export async function waitForLimit(seconds: number): Promise<void> {
  const until = Date.now() + seconds * 1_000;
  waitingUntil.set(Math.max(until, waitingUntil.get() ?? 0));
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  if (Date.now() >= (waitingUntil.get() ?? 0) - 50) waitingUntil.set(null);
}

import { createStore } from "#dashboard/lib/store.ts";

/** A deletion that was asked for and can still be taken back. */
type Pending = {
  /** "list:5": what lists leave out meanwhile. */
  readonly key: string;
  /** Does it; `leaving` while the page goes away. */
  readonly run: (leaving: boolean) => Promise<void>;
};

const pending = createStore<Pending | null>(null);
/** What is no longer shown: waits to be deleted, or is being deleted. */
const gone = createStore<ReadonlySet<string>>(new Set());

/** Keys of what is deleted as far as the person is concerned. */
export const goneKeys = gone;

/** Hides it now and deletes it later: at `settle`, before anything else is written, or when the page is left. */
export function hold(next: Pending): void {
  void settle();
  gone.set(new Set([...gone.get(), next.key]));
  pending.set(next);
}

/** Takes the deletion back. False when it is too late. */
export function takeBack(key: string): boolean {
  if (pending.get()?.key !== key) return false;
  pending.set(null);
  show(key);
  return true;
}

/** Does what waits, so that what comes after it finds it done. */
export async function settle(leaving = false): Promise<void> {
  const due = pending.get();
  if (!due) return;
  pending.set(null);
  // It is shown again once it was read anew, or since it is still there.
  await due.run(leaving).finally(() => show(due.key));
}

/** Whether something waits. */
export const isPending = (): boolean => pending.get() !== null;

function show(key: string): void {
  const left = new Set(gone.get());
  left.delete(key);
  gone.set(left);
}

addEventListener("pagehide", () => void settle(true));

import { createStore } from "#dashboard/lib/store.ts";

/** A deletion that was asked for and can still be taken back. */
type Pending = {
  /** "list:5": what lists leave out meanwhile. */
  readonly key: string;
  /** Does it; `leaving` while the page goes away. */
  readonly run: (leaving: boolean) => Promise<void>;
};

const pending = createStore<Pending | null>(null);
/** Keys of what is deleted as far as the person is concerned: it waits to be, or is being deleted. */
export const goneKeys = createStore<ReadonlySet<string>>(new Set());

/** Hides it now and deletes it later: at `settle`, before anything else is written, or when the page is left. */
export function schedule(next: Pending): void {
  void settle();
  goneKeys.set(new Set([...goneKeys.get(), next.key]));
  pending.set(next);
}

/** Takes the deletion back, unless it is under way. */
export function takeBackDeletion(key: string): void {
  if (pending.get()?.key !== key) return;
  pending.set(null);
  show(key);
}

/** Does what waits, or only `key`, so that what comes after it finds it done. */
export async function settle(key?: string): Promise<void> {
  if (key === undefined || pending.get()?.key === key) await run(false);
}

async function run(leaving: boolean): Promise<void> {
  const due = pending.get();
  if (!due) return;
  pending.set(null);
  // It is shown again once it was reloaded, or if it still exists.
  await due.run(leaving).finally(() => show(due.key));
}

/** Whether something waits. */
export const isPending = (): boolean => pending.get() !== null;

function show(key: string): void {
  const left = new Set(goneKeys.get());
  left.delete(key);
  goneKeys.set(left);
}

addEventListener("pagehide", () => void run(true));

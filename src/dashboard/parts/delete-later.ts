import { api } from "#dashboard/api/client.ts";
import { goneKeys, schedule, settle, takeBackDeletion } from "#dashboard/api/pending.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { useStore } from "#dashboard/lib/store.ts";
import { toast, withdraw } from "./toast.tsx";

/**
 * Deletes what nothing depends on in the next seconds: it is hidden at once, and gone when the toast
 * is, before anything else is written, or when the page is left. Until then it can be taken back.
 * What stops mail that may leave in those seconds, or access, is asked about and done at once instead (`ask`).
 */
export function deleteLater({
  key,
  path,
  text,
  done,
}: {
  /** "list:5"; lists leave it out by `useGone`. */
  key: string;
  path: string;
  /** "The list is deleted." */
  text: string;
  /** Reloads what showed it. */
  done: () => Promise<unknown>;
}): void {
  const undo = (): void => takeBackDeletion(key);
  schedule({
    key,
    async run(leaving) {
      withdraw(undo);
      try {
        await api.delete(path, { deletion: leaving ? "leaving" : "due" });
      } catch (error) {
        toast(sentenceOf(error));
      }
      await done();
    },
  });
  toast(text, undo, () => void settle(key));
}

/** Whether something is hidden, by its key. */
export function useGone(): (key: string) => boolean {
  const keys = useStore(goneKeys);
  return (key) => keys.has(key);
}

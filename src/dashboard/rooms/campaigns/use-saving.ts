import { useState } from "react";

/** One piece of saving at a time: whether it is under way, and how the last one failed. */
export function useSaving(): {
  busy: boolean;
  error: unknown;
  /** Answers whether it worked. */
  run: (work: () => Promise<unknown>) => Promise<boolean>;
  forget: () => void;
} {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  return {
    busy,
    error,
    forget: () => setError(null),
    run: async (work) => {
      setBusy(true);
      try {
        await work();
        setError(null);
        return true;
      } catch (cause) {
        setError(cause);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

import { useSyncExternalStore } from "react";

/** Whether a media query holds. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}

/** One column, rooms at the thumb. */
export const useIsPhone = (): boolean => useMedia("(max-width: 820px)");

/** Room for a list and, beside it, what was opened of it. */
export const useIsSplit = (): boolean => useMedia("(min-width: 1240px)");

import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from "react";

type Sight = { readonly first: number; readonly last: number };

/**
 * Which rows of a long list are in sight, and `overscan` more at both ends: indexes, `last` included; -1 where there is none.
 * All rows have the same height in pixels. Without a `scroller` the list scrolls with the page.
 */
export function useSight(
  list: RefObject<HTMLElement | null>,
  {
    count,
    height,
    overscan,
    scroller,
  }: {
    readonly count: number;
    readonly height: number;
    readonly overscan: number;
    readonly scroller?: RefObject<HTMLElement | null>;
  },
): Sight {
  const [sight, setSight] = useState<Sight>({ first: 0, last: Math.min(count, 2 * overscan) - 1 });
  const read = useCallback(() => {
    if (!list.current) return;
    const { top } = list.current.getBoundingClientRect();
    const box = scroller?.current;
    const from = (box ? box.getBoundingClientRect().top : 0) - top;
    const shown = box ? box.clientHeight : window.innerHeight;
    const within = (index: number): number => Math.max(0, Math.min(count - 1, index));
    const first = within(Math.floor(from / height) - overscan);
    const last = count === 0 ? -1 : within(Math.ceil((from + shown) / height) - 1 + overscan);
    setSight((old) => (old.first === first && old.last === last ? old : { first, last }));
  }, [list, scroller, count, height, overscan]);
  // What stands above the list may have come or gone with any drawing.
  useLayoutEffect(read);
  useEffect(() => {
    // Scrolling doesn't bubble, but is seen on the way down, of whatever scrolls.
    document.addEventListener("scroll", read, { capture: true, passive: true });
    const resized = new ResizeObserver(read);
    resized.observe(document.documentElement);
    if (scroller?.current) resized.observe(scroller.current);
    return () => {
      document.removeEventListener("scroll", read, { capture: true });
      resized.disconnect();
    };
  }, [read, scroller]);
  // Fewer rows than before the next reading.
  return { first: sight.first, last: Math.min(sight.last, count - 1) };
}

/** The indexes of what is in sight. */
export const inSight = ({ first, last }: Sight): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);

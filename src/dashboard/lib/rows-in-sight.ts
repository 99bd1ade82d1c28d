import { type RefObject, useCallback, useLayoutEffect, useState } from "react";

/** Rows by their places, both included; `last` is below `first` where there is none. */
export type Sight = { readonly first: number; readonly last: number };

/** Which rows of one height touch what is between two offsets, and so many more on either side. */
export function rowsBetween(
  from: number,
  until: number,
  { count, height, more }: { count: number; height: number; more: number },
): Sight {
  const first = Math.floor(from / height) - more;
  const last = Math.ceil(until / height) - 1 + more;
  return { first: Math.min(Math.max(0, first), count), last: Math.min(count - 1, last) };
}

/**
 * The rows of a long list that are in sight, or near it: those alone are drawn. All have one height, in pixels. They scroll
 * within `scroller`, or with the page, where they begin at `top`. `reveal` scrolls no further than needed.
 */
export function useRowsInSight({
  count,
  height,
  more,
  top = 0,
  scroller,
}: {
  count: number;
  height: number;
  /** Drawn beyond what is in sight, before and behind it. */
  more: number;
  top?: number;
  scroller?: RefObject<HTMLElement | null>;
}): Sight & { readonly reveal: (index: number) => void } {
  const look = useCallback((): Sight => {
    const box = scroller?.current;
    const from = box ? box.scrollTop : window.scrollY - top;
    const size = box ? box.clientHeight : window.innerHeight;
    return rowsBetween(from, from + size, { count, height, more });
  }, [count, height, more, top, scroller]);
  const [sight, setSight] = useState<Sight>({ first: 0, last: -1 });
  useLayoutEffect(() => {
    const see = (): void =>
      setSight((old) => {
        const now = look();
        return now.first === old.first && now.last === old.last ? old : now;
      });
    see();
    const box = scroller?.current;
    const target = box ?? window;
    target.addEventListener("scroll", see, { passive: true });
    const sized = new ResizeObserver(see);
    sized.observe(box ?? document.documentElement);
    window.addEventListener("resize", see);
    return () => {
      target.removeEventListener("scroll", see);
      window.removeEventListener("resize", see);
      sized.disconnect();
    };
  }, [look, scroller]);
  const reveal = useCallback(
    (index: number): void => {
      const box = scroller?.current;
      if (!box) return;
      const [above, below] = [index * height, (index + 1) * height - box.clientHeight];
      if (box.scrollTop > above) box.scrollTop = above;
      else if (box.scrollTop < below) box.scrollTop = below;
    },
    [height, scroller],
  );
  // Fewer rows than there were a moment ago.
  return { first: sight.first, last: Math.min(sight.last, count - 1), reveal };
}

/** The places of a sight, one by one. */
export const placesOf = ({ first, last }: Sight): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

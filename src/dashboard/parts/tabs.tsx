import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

/**
 * Links to the parts of a room. Where they are broader than the page they scroll: the current one
 * is in sight, and a side where more follow fades out.
 */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const bar = useRef<HTMLElement>(null);
  const [more, setMore] = useState("");
  const look = (): void => {
    const at = bar.current;
    if (!at) return;
    const left = at.scrollLeft > 1 ? "left " : "";
    setMore(left + (at.scrollLeft < at.scrollWidth - at.clientWidth - 1 ? "right" : ""));
  };
  const current = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const at = bar.current;
    const tab = at?.querySelector<HTMLElement>("[aria-current]") ?? null;
    if (!at || tab === current.current) return;
    current.current = tab;
    // So far that a neighbour shows on either side.
    if (tab) at.scrollLeft = tab.offsetLeft - (at.clientWidth - tab.offsetWidth) / 2;
    look();
  });
  useLayoutEffect(() => {
    const watch = new ResizeObserver(look);
    if (bar.current) watch.observe(bar.current);
    return () => watch.disconnect();
  }, []);
  return (
    <nav className="tabs" aria-label={label} ref={bar} onScroll={look} data-more={more}>
      {children}
    </nav>
  );
}

import { go } from "#dashboard/routing/going.ts";
import type { ComponentProps, MouseEvent } from "react";

/**
 * A link in a row of a long list: the router's own would work its address out again with every
 * change of place, in each row. `to` is a path of the dashboard.
 */
export function RowLink({
  to,
  stays = false,
  children,
  ...rest
}: ComponentProps<"a"> & {
  to: `/${string}`;
  /** The list stays beside what it opens, where it was scrolled to. */
  stays?: boolean;
}) {
  const follow = (event: MouseEvent): void => {
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (elsewhere || event.button !== 0) return;
    event.preventDefault();
    void go(to, { resetScroll: !stays });
  };
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}

import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

/**
 * A link in a row of a long list: the router's own would work its address out again with every
 * change of place, in each row. `to` is a path of the dashboard.
 */
export function RowLink({
  to,
  className,
  children,
}: {
  to: `/${string}`;
  className: string;
  children: ReactNode;
}) {
  const router = useRouter();
  const follow = (event: MouseEvent): void => {
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (elsewhere || event.button !== 0) return;
    event.preventDefault();
    void router.navigate({ href: to });
  };
  return (
    <a href={to} className={className} onClick={follow}>
      {children}
    </a>
  );
}

import type { ReactNode } from "react";

/** Something that scrolls inside of the page, by keyboard as well: it takes the focus and has a name. */
export function Scroll({
  label,
  className = "overflow-x-auto",
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={label} tabIndex={0} className={className}>
      {children}
    </div>
  );
}

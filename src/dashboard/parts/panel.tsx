import { type ReactNode, useId } from "react";

/** A bordered part of a page with its own heading. */
export function Panel({
  title,
  aside,
  footer,
  flush = false,
  className = "",
  children,
}: {
  title: ReactNode;
  /** Beside the title, to its right. */
  aside?: ReactNode;
  footer?: ReactNode;
  /** Without padding around the content: for tables and charts. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={`panel ${className}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {flush ? children : <div className="body">{children}</div>}
      {footer && <footer>{footer}</footer>}
    </section>
  );
}

/** A line of a list of facts: its name and value. */
export function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

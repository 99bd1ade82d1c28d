import type { ReactNode } from "react";

/** What to do elsewhere, one step after the other. */
export const Steps = ({ children }: { children: ReactNode }) => (
  <ol className="steps">{children}</ol>
);

/** A page of a provider, in a tab of its own: what was entered here stays. */
export const Out = ({ to, children }: { to: string; children: ReactNode }) => (
  <a className="link" href={to} target="_blank" rel="noopener">
    {children}
  </a>
);

import { t } from "#dashboard/words/words.ts";
import { count } from "./format.ts";

/** So many of what a chart counts. */
export type Unit = (n: number) => string;

export const UNITS = {
  emails: (n) => t("{n, plural, one {# email} other {# emails}}", { n }),
  replies: (n) => t("{n, plural, one {# reply} other {# replies}}", { n }),
  positive: (n) => t("{n, plural, one {# positive reply} other {# positive replies}}", { n }),
  meetings: (n) => t("{n, plural, one {# meeting} other {# meetings}}", { n }),
  bounces: (n) => t("{n, plural, one {# bounce} other {# bounces}}", { n }),
  sent: (n) => t("{n} sent", { n: count(n) }),
  opened: (n) => t("{n} opened", { n: count(n) }),
  clicked: (n) => t("{n} clicked", { n: count(n) }),
  replied: (n) => t("{n} replied", { n: count(n) }),
} as const satisfies Readonly<Record<string, Unit>>;

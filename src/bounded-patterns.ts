/** A regular expression that may take longer than its input is long, and what bounds that input. */
type Bounded = { readonly path: string; readonly pattern: string; readonly bound: string };

const WORD = "a word of 40 characters, as read-words.ts cuts them";
const OWN_COPY = "64 KB of copy, in the browser of the person who writes it";
const MAIL = "lines of a mail, which the growth test measures";

/** Those that `npm run check` lets pass: each with the bound of its input. */
export const BOUNDED: readonly Bounded[] = [
  {
    path: "src/modules/campaigns/rules/template/liquid-words.ts",
    pattern: String.raw`[^\s{%|:,]+$`,
    bound: "the end of a quoted tag, cut to MAX_QUOTED before",
  },
  {
    path: "src/modules/campaigns/rules/spam/english.ts",
    pattern: String.raw`(?<=[aeiouy].*[^aeiou])(?:ing|ed)$`,
    bound: WORD,
  },
  {
    path: "src/modules/campaigns/rules/spam/english.ts",
    pattern: String.raw`(?<=[aeiouy].*)(?:ed)$`,
    bound: WORD,
  },
  {
    path: "src/modules/campaigns/rules/spam/english.ts",
    pattern: String.raw`(?<=..)e+$`,
    bound: WORD,
  },
  {
    path: "src/modules/campaigns/rules/spam/german.ts",
    pattern: String.raw`(?<=....)(?:e[nmrs]?|n|s)+$`,
    bound: WORD,
  },
  {
    path: "src/dashboard/rooms/mailboxes/connect/connect.tsx",
    pattern: String.raw`^\S+@\S+\.\S+$`,
    bound: OWN_COPY,
  },
  {
    path: "src/dashboard/rooms/inbox/fill-in.ts",
    pattern: String.raw`\{\{[^}]*\}\}`,
    bound: OWN_COPY,
  },
  {
    path: "src/dashboard/rooms/campaigns/steps/mail-text.ts",
    pattern: String.raw`(\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\})`,
    bound: OWN_COPY,
  },
  {
    path: "src/dashboard/rooms/campaigns/steps/mail-text.ts",
    pattern: String.raw`\[([^\]\n]+)\]\(((?:https?:\/\/|mailto:|\{\{)[^\s)]*(?:\}\})?)\)`,
    bound: OWN_COPY,
  },
  {
    path: "src/dashboard/rooms/campaigns/steps/mail-text.ts",
    pattern: String.raw`<[^>]*[\s/"'](?:on\w+|style)\s*=`,
    bound: OWN_COPY,
  },
  {
    path: "src/dashboard/rooms/campaigns/steps/mail-text.ts",
    pattern: String.raw`\{\{[^}]*\}\}`,
    bound: OWN_COPY,
  },
  {
    path: "src/dashboard/rooms/campaigns/steps/mail-text.ts",
    pattern: String.raw`\[([^\]]*)\]\([^)]*\)`,
    bound: OWN_COPY,
  },
  {
    path: "src/dashboard/rooms/campaigns/steps/composer.tsx",
    pattern: String.raw`(\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|\{[^{}|\n]*(?:\|[^{}|\n]*)+\})`,
    bound: OWN_COPY,
  },
  {
    path: "src/dashboard/rooms/campaigns/steps/stop.tsx",
    pattern: String.raw`<[^>]*>`,
    bound: OWN_COPY,
  },
];

/** Files that put patterns together when they run, which no check can read: what they are matched against. */
export const BUILT: readonly Omit<Bounded, "pattern">[] = [
  { path: "src/app/openapi/operation.ts", bound: "the paths of our own routes" },
  {
    path: "src/data/tables.ts",
    bound: "our own list of fingerprints",
  },
  { path: "src/modules/inbox/rules/kinds/auto-reply.ts", bound: MAIL },
  {
    path: "src/modules/inbox/rules/kinds/auto-reply-subjects.ts",
    bound: "a subject, which the growth test measures",
  },
  { path: "src/modules/inbox/rules/kinds/bounce.ts", bound: MAIL },
  { path: "src/modules/inbox/rules/kinds/date-mentions.ts", bound: MAIL },
  { path: "src/modules/inbox/rules/quote.ts", bound: MAIL },
  {
    path: "src/modules/inbox/rules/kinds/named-periods.ts",
    bound: "the first 6,000 characters of a mail, which the growth test measures",
  },
  {
    path: "src/modules/leads/rules/email.ts",
    bound: "300 characters of a cell, which the growth test measures",
  },
  {
    path: "src/modules/inbox/rules/replies/named-later.ts",
    bound: "2,000 characters, which the growth test measures",
  },
  {
    path: "src/modules/inbox/rules/replies/tokens.ts",
    bound: "8,000 characters, which the growth test measures",
  },
  { path: "src/platform/rules/mail/refusal-words.ts", bound: MAIL },
  { path: "src/modules/leads/rules/search-words.ts", bound: "one class of signs, read once" },
  {
    path: "src/modules/mailboxes/rules/dns/check-dkim.ts",
    bound: "a TXT record of 64 KB, and `name` is ours",
  },
  { path: "src/modules/accounts/rules/api-key.ts", bound: "parts of fixed length" },
  { path: "src/data/collect-disposable.ts", bound: "lists that the maintainers collect" },
  { path: "src/dashboard/rooms/campaigns/steps/mail-text.ts", bound: OWN_COPY },
  { path: "src/dashboard/rooms/campaigns/steps/composer.tsx", bound: OWN_COPY },
];

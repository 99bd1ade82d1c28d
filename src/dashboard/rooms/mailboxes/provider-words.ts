import type { SIGN_INS } from "#modules/connections/rules/kinds.ts";

/** Where mailboxes sign in, as filters and faults name it. */
const NAMES: Readonly<Record<(typeof SIGN_INS)[number], string>> = {
  google: "Google",
  microsoft: "Microsoft",
  custom: "Another provider",
  password: "Password",
};

export const providerWords = (provider: keyof typeof NAMES): string => NAMES[provider];

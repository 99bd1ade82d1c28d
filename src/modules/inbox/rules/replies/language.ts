import type { ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import type { ReplyLanguage, ReplyPhrases } from "#platform/rules/mail/reply-language.ts";

/** A language as its file beside this one has it. */
export type Language = ReplyLanguage & {
  readonly phrases: Partial<Record<ReplyCategory, ReplyPhrases>>;
};

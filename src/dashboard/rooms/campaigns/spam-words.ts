import type { SpamIssue } from "#modules/campaigns/rules/spam/check-spam.ts";
import type { SpamCategory } from "#modules/campaigns/rules/spam/lexicon.ts";
import { t } from "#dashboard/words/words.ts";

/** What kinds of words the spam check finds. */
export const CATEGORY_NAMES: Readonly<Record<SpamCategory, string>> = {
  urgency: t("urgency"),
  money: t("money"),
  exaggeration: t("exaggeration"),
  shady: t("shady"),
  jargon: t("jargon"),
  formatting: t("formatting"),
};

/** What is wrong with the form of an email, within a list. */
export const ISSUE_NAMES: Readonly<Record<SpamIssue, string>> = {
  empty_subject: t("empty subject"),
  empty_body: t("empty body"),
  long_subject: t("long subject"),
  fake_reply_prefix: t("fake reply prefix"),
  shouting: t("shouting"),
  repeated_punctuation: t("repeated punctuation"),
  emoji_in_subject: t("emoji in subject"),
  disguised_words: t("disguised words"),
  link_in_first_email: t("link in first email"),
  too_many_links: t("too many links"),
  link_shortener: t("link shortener"),
  bare_address_link: t("bare address link"),
  misleading_link: t("misleading link"),
  images: t("images"),
  image_only: t("image only"),
  hidden_text: t("hidden text"),
  active_content: t("active content"),
  heavy_html: t("heavy html"),
  long_body: t("long body"),
  unresolved_variables: t("unresolved variables"),
  no_unsubscribe: t("no unsubscribe"),
};

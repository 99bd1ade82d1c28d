import { t } from "#dashboard/words/words.ts";

const WORDS: Readonly<Record<string, string>> = {
  pending: t("pending"),
  in_progress: t("in progress"),
  paused: t("paused"),
  replied: t("replied"),
  completed: t("completed"),
  bounced: t("bounced"),
  unsubscribed: t("unsubscribed"),
  skipped: t("skipped"),
  failed: t("failed"),
};

/** How a lead stands in a campaign, within a sentence. */
export const placeWords = (status: string): string => WORDS[status] ?? status.replaceAll("_", " ");

import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { Tab } from "./search.ts";
import { t } from "#dashboard/words/words.ts";

/** What a campaign needs before anything can leave. */
export type Need = {
  readonly tab: Tab;
  readonly name: string;
  readonly done: boolean;
  /** What to do about it. */
  readonly verb: string;
  /** What happens as long as nobody does. */
  readonly without: string;
};

/** In the order in which people do them. */
export function needsOf({ steps, mailboxes, stats }: CampaignDetail): readonly Need[] {
  const [first] = steps;
  return [
    {
      tab: "steps",
      name: t("First email"),
      done: first !== undefined && first.subject.trim() !== "",
      verb: first ? t("Add a subject") : t("Write it"),
      without: first ? t("The first email has no subject.") : t("The campaign has no steps."),
    },
    {
      tab: "mailboxes",
      name: t("Mailbox"),
      done: mailboxes.some(({ status }) => status === "active"),
      verb: mailboxes.length === 0 ? t("Choose mailboxes") : t("Fix a mailbox"),
      without: mailboxes.length === 0 ? t("It has no mailbox.") : t("None of its mailboxes works."),
    },
    {
      tab: "leads",
      name: t("Leads"),
      done: stats.leads > 0,
      verb: t("Add leads"),
      without: t("It has no leads."),
    },
  ];
}

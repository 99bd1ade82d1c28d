import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { Tab } from "./search.ts";

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
      name: "A first mail",
      done: first !== undefined && first.subject.trim() !== "",
      verb: first ? "Write its subject" : "Write it",
      without: first ? "The first mail has no subject." : "There is nothing to send.",
    },
    {
      tab: "mailboxes",
      name: "Somebody who sends",
      done: mailboxes.some(({ status }) => status === "active"),
      verb: mailboxes.length === 0 ? "Choose mailboxes" : "Mend a mailbox",
      without: mailboxes.length === 0 ? "No mailbox sends for it." : "None of its mailboxes works.",
    },
    {
      tab: "leads",
      name: "Somebody to write to",
      done: stats.leads > 0,
      verb: "Add leads",
      without: "Nobody is in it.",
    },
  ];
}

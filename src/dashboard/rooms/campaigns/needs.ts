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
      name: "First email",
      done: first !== undefined && first.subject.trim() !== "",
      verb: first ? "Add a subject" : "Write it",
      without: first ? "The first email has no subject." : "The campaign has no steps.",
    },
    {
      tab: "mailboxes",
      name: "Mailbox",
      done: mailboxes.some(({ status }) => status === "active"),
      verb: mailboxes.length === 0 ? "Choose mailboxes" : "Fix a mailbox",
      without: mailboxes.length === 0 ? "It has no mailbox." : "None of its mailboxes works.",
    },
    {
      tab: "leads",
      name: "Leads",
      done: stats.leads > 0,
      verb: "Add leads",
      without: "It has no leads.",
    },
  ];
}

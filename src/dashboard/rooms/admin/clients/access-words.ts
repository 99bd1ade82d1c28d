import type { ClientPreset, Switch } from "#platform/access/switches.ts";
import { t } from "#dashboard/words/words.ts";

type Words = { readonly name: string; readonly contains: string };

/** What each switch lets a client do, in the reader's language; the API says it in English. */
export const SWITCH_TEXTS: Readonly<Record<Switch, Words>> = {
  see_leads: {
    name: t("See leads"),
    contains: t(
      "Leads with their fields, lists and suppressions, and where leads stand in campaigns.",
    ),
  },
  edit_leads: {
    name: t("Edit leads"),
    contains: t("Change fields and lists of leads, and see leads."),
  },
  upload_leads: {
    name: t("Upload leads"),
    contains: t("Import files of leads, add leads by API, and see leads."),
  },
  answer_threads: {
    name: t("Answer threads"),
    contains: t("Reply in the inbox, set the status of threads, snooze and assign them."),
  },
  start_and_pause: { name: t("Start and pause"), contains: t("Start and pause campaigns.") },
  approve: {
    name: t("Approve"),
    contains: t("Approve emails before they are sent, or ask for changes."),
  },
  see_mailboxes: {
    name: t("See mailboxes"),
    contains: t("Mailboxes with their limits, warmup and health."),
  },
};

export const CLIENT_PRESET_TEXTS: Readonly<Record<ClientPreset, Words>> = {
  viewer: { name: t("Viewer"), contains: t("Sees leads, changes nothing.") },
  inbox: { name: t("Inbox"), contains: t("Sees leads and answers threads.") },
  manager: {
    name: t("Manager"),
    contains: t(
      "Everything that clients can have: also uploads leads, approves, starts and pauses campaigns.",
    ),
  },
  classic: {
    name: t("Classic"),
    contains: t("Sees and edits leads, answers threads and sees mailboxes, as all clients before."),
  },
};

import type { ClientPreset, Switch } from "./switches.ts";

/** What each switch lets a client do, for people who choose them. */
export const SWITCH_WORDS: Readonly<
  Record<Switch, { readonly name: string; readonly contains: string }>
> = {
  see_leads: {
    name: "See leads",
    contains: "Leads with their fields, lists and suppressions, and where leads stand in campaigns",
  },
  edit_leads: { name: "Edit leads", contains: "Change fields and lists of leads, and see leads" },
  upload_leads: {
    name: "Upload leads",
    contains: "Import files of leads, add leads by API, and see leads",
  },
  answer_threads: {
    name: "Answer threads",
    contains: "Reply in the inbox, set the status of threads, snooze and assign them",
  },
  start_and_pause: { name: "Start and pause", contains: "Start and pause campaigns" },
  approve: {
    name: "Approve",
    contains: "Approve emails before they are sent, or ask for changes",
  },
  see_mailboxes: {
    name: "See mailboxes",
    contains: "Mailboxes with their limits, warmup and health",
  },
};

/** What every client may, whatever its switches. */
export const CLIENT_BASE_WORDS = "Reads campaigns, figures and the inbox of their own workspace";

export const CLIENT_PRESET_WORDS: Readonly<
  Record<ClientPreset, { readonly name: string; readonly contains: string }>
> = {
  viewer: { name: "Viewer", contains: "Sees leads, changes nothing" },
  inbox: { name: "Inbox", contains: "Sees leads and answers threads" },
  manager: {
    name: "Manager",
    contains:
      "Everything that clients can have: also uploads leads, approves, starts and pauses campaigns",
  },
  classic: {
    name: "Classic",
    contains: "Sees and edits leads, answers threads and sees mailboxes, as all clients before",
  },
};

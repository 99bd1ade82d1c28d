/** What a conversation with a lead has come to: the status of its thread, and the interest of the lead in its campaign. */
export const THREAD_STATUSES = [
  "open",
  "interested",
  "information_requested",
  "meeting_booked",
  "meeting_completed",
  "no_show",
  "won",
  "lost",
  "not_interested",
  "wrong_person",
  "out_of_office",
  "do_not_contact",
  "closed",
] as const;
export type ThreadStatus = (typeof THREAD_STATUSES)[number];

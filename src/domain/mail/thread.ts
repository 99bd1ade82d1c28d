/** Contract 2.8. */
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

export const MESSAGE_TYPES = [
  "campaign",
  "reply",
  "manual",
  "auto_reply",
  "bounce",
  "warmup",
] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

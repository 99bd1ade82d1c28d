/** What somebody does with a thread that they have open. */
export const PRESENCES = ["viewing", "answering"] as const;
export type Presence = (typeof PRESENCES)[number];

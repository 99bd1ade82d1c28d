/**
 * A draft of a mail that leaves by its provider's API:
 * `making` (its id is not stored yet) → `ready` → `asked` (to be sent: from then on this draft alone
 * may be) → its row goes; `dropping`: it is being deleted, and may not be used again.
 */
export const DRAFT_STATES = ["making", "ready", "asked", "dropping"] as const;
export type DraftState = (typeof DRAFT_STATES)[number];

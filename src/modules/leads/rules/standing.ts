/** What happened to a lead's emails, of which a list names the newest. */
export const LEAD_EVENTS = [
  "sent",
  "opened",
  "clicked",
  "replied",
  "bounced",
  "complained",
  "unsubscribed",
] as const;

/** What a lead itself says of whether it may be written to. */
export type LeadStands = {
  readonly bounced: boolean;
  readonly unsubscribed: boolean;
  readonly suppressed: boolean;
  readonly validation: string | null;
};

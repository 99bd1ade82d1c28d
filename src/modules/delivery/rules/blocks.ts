/** A lead that was refused so often is not tried again, whatever happens to the mailbox. */
export const LEAD_BLOCKS = 3;

/** The mails that a mailbox tried within a window, and those of them that were refused for who sent them. */
export type Tries = {
  readonly tries: number;
  readonly blocks: number;
  /** Domains of the recipients of those that were refused. */
  readonly domains: number;
};

/** Whether so many servers refuse a mailbox that it is about the mailbox, not about a recipient. */
export const isBlocked = (
  { tries, blocks, domains }: Tries,
  rule: { readonly at_least: number; readonly min_domains: number; readonly share_pct: number },
): boolean =>
  blocks >= rule.at_least && domains >= rule.min_domains && blocks * 100 >= rule.share_pct * tries;

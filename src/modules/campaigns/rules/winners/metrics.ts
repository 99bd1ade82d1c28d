/** What a contest of variants can be decided by: the column of a send that tells when it happened. */
const METRICS = {
  reply: { happened: "replied_at", noun: "replies", usualRate: 0.03, fixedWindow: null },
  click: { happened: "clicked_at", noun: "clicks", usualRate: 0.03, fixedWindow: 2 },
  open: { happened: "opened_at", noun: "opens", usualRate: 0.3, fixedWindow: 2 },
} as const satisfies Record<
  string,
  {
    readonly happened: string;
    readonly noun: string;
    /** What is assumed before a workspace has figures of its own. */
    readonly usualRate: number;
    /** Days after which it hardly ever happens; null: as the campaign says. */
    readonly fixedWindow: number | null;
  }
>;

export type WinnerMetric = keyof typeof METRICS;
export const WINNER_METRICS = Object.keys(METRICS) as [WinnerMetric, ...WinnerMetric[]];
export const ofMetric = (metric: WinnerMetric): (typeof METRICS)[WinnerMetric] => METRICS[metric];

/** Days that a mail has for its reply, where the campaign says nothing, and what it may say. */
export const REPLY_WINDOW = { usual: 7, least: 3, most: 30 } as const;

/** Days after which a mail counts, whether it had a hit or not. */
export const windowDaysOf = (metric: WinnerMetric, replyWindow: number): number =>
  METRICS[metric].fixedWindow ?? replyWindow;

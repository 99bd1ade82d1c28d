/** The states of a row. */
export const STARTED_STATES = [
  "warming",
  "maintaining",
  "paused",
  "throttled",
  "quarantined",
] as const;
export type StartedState = (typeof STARTED_STATES)[number];
/** What a pause returns to. */
export type RunningState = Exclude<StartedState, "paused">;

/** What an operator may set. */
export type WarmupSettings = {
  /** Mails of the first day. */
  readonly startVolume: number;
  readonly dailyIncrement: number;
  /** Mails a day at the end of the ramp. */
  readonly dailyLimit: number;
  /** Percent of the mailbox's mails that are answered. */
  readonly replyRate: number;
  readonly weekdaysOnly: boolean;
  /** HH:MM in the mailbox's zone; the end comes after the start. */
  readonly windowStart: string;
  readonly windowEnd: string;
  /** Moves warmup mail from the mailbox's spam folder to its inbox. */
  readonly rescueSpam: boolean;
  /** Mails a day while the mailbox works for an active campaign: something between the two. */
  readonly maintenanceMin: number;
  readonly maintenanceMax: number;
};

export const WARMUP_DEFAULTS: WarmupSettings = {
  startVolume: 5,
  dailyIncrement: 2,
  dailyLimit: 40,
  replyRate: 30,
  weekdaysOnly: false,
  windowStart: "08:00",
  windowEnd: "20:00",
  rescueSpam: true,
  maintenanceMin: 5,
  maintenanceMax: 10,
};
export const MAX_WARMUP_VOLUME = 50;
export const REPLY_RATES = { min: 20, max: 100 } as const;
/** A window holds at least so many minutes: less would bunch a day's mail. */
export const MIN_WINDOW_MINUTES = 60;

/** Whether the ramp has something left. */
export type RampPlace = Pick<WarmupSettings, "startVolume" | "dailyIncrement" | "dailyLimit"> & {
  /** Rungs of the ramp behind it. */
  readonly rung: number;
};

/** Mails that the ramp gives a day. */
export const rampVolume = ({ startVolume, dailyIncrement, dailyLimit, rung }: RampPlace): number =>
  Math.min(dailyLimit, startVolume + dailyIncrement * rung);

/** `maintaining` from the day on which the ramp reaches its end. */
export const rampState = (place: RampPlace): "warming" | "maintaining" =>
  rampVolume(place) >= place.dailyLimit ? "maintaining" : "warming";

/** A day that sent less of the ramp's volume than this is repeated, so that nothing jumps later. */
const DONE_SHARE = 0.8;

/**
 * The rung of the next day: one up after a day that sent what the ramp gave it. A pause, a small
 * pool, a campaign, a throttle or a server that was away keep the rung.
 */
export const nextRung = (place: RampPlace, lastDay: { readonly sent: number } | null): number =>
  lastDay !== null &&
  lastDay.sent >= DONE_SHARE * rampVolume(place) &&
  rampVolume(place) < place.dailyLimit
    ? place.rung + 1
    : place.rung;

/** The mailboxes that take part in a workspace's warmup. */
export type Pool = { readonly mailboxes: number; readonly domains: number };

/** Too few to look like people who write to each other. */
export const isLimitedPool = (pool: Pool): boolean => pool.mailboxes < 3 || pool.domains < 2;
export const LIMITED_POOL_VOLUME = 5;

/** Mails of a day, by everything that limits it. `chance` in [0, 1) picks the maintenance volume. */
export function volumeOf(
  warmup: RampPlace & Pick<WarmupSettings, "maintenanceMin" | "maintenanceMax">,
  day: {
    readonly state: RunningState;
    readonly inCampaign: boolean;
    readonly pool: Pool;
    readonly chance: number;
  },
): number {
  if (day.state === "quarantined" || day.pool.mailboxes < 2) return 0;
  const ramp = rampVolume(warmup);
  const limits = [day.state === "throttled" ? Math.ceil(ramp / 2) : ramp];
  if (day.inCampaign) {
    const { maintenanceMin: min, maintenanceMax: max } = warmup;
    limits.push(min + Math.floor(day.chance * (max - min + 1)));
  }
  if (isLimitedPool(day.pool)) limits.push(LIMITED_POOL_VOLUME);
  return Math.min(...limits);
}

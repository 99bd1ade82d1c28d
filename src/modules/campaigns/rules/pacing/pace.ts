import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS, utcDay } from "#platform/rules/time.ts";

/** What a workspace wants of pacing. */
export type PacingSettings = {
  readonly enabled: boolean;
  readonly start_per_day: number;
  readonly growth_pct: number;
  readonly throttle_junk_pct: number;
  readonly pause_junk_pct: number;
  readonly min_junk_sample: number;
};

/** Clean days after which a domain has grown up: its limits are those of its mailboxes alone. */
export const GROWN_UP_DAYS = 30;
/** A sending domain is new while its first mailbox is younger. */
export const NEW_DOMAIN_MS = 30 * DAY_MS;
/** After a refusal for rate or reputation: half for so long. */
const HALF_MS = DAY_MS;
/** And nothing at all for so long, doubled by each refusal that follows, up to the last. */
const HOLDS_MS = [15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS] as const;

export type JunkState = "throttled" | "paused";

/** How a sending domain stands with a group of recipients. */
export type Pace = {
  /** Mails of the first day; null: it does not grow. */
  readonly base: number | null;
  /** Days after that on which it sent. */
  readonly cleanDays: number;
  /** Mails of today, UTC. */
  readonly used: number;
  /** 1: it was refused today, so that today does not let it grow. */
  readonly isUnclean: number;
  readonly refusals: number;
  readonly heldUntil: UnixMs | null;
  /** Half of so many, until then. */
  readonly halvedFrom: number | null;
  readonly halvedUntil: UnixMs | null;
  readonly junkState: JunkState | null;
};

export const FRESH_PACE: Pace = {
  base: null,
  cleanDays: 0,
  used: 0,
  isUnclean: 0,
  refusals: 0,
  heldUntil: null,
  halvedFrom: null,
  halvedUntil: null,
  junkState: null,
};

const isHalved = ({ halvedFrom, halvedUntil }: Pace, at: UnixMs): boolean =>
  halvedFrom !== null && halvedUntil !== null && halvedUntil > at;

/** Mails of a day as it grows; null: no limit of its own. */
export function grown({ base, cleanDays }: Pace, growthPct: number): number | null {
  if (base === null || cleanDays >= GROWN_UP_DAYS) return null;
  return Math.floor(base * (1 + growthPct / 100) ** cleanDays);
}

/** What a day of a pace allows at a moment. */
export type PaceDay = {
  /** Null: no limit of its own. */
  readonly limit: number | null;
  readonly used: number;
  /** When more may leave, once it is used up; null: only a change helps. */
  readonly refillsAt: UnixMs | null;
  /** Nothing leaves before; null: nothing holds it. */
  readonly heldUntil: UnixMs | null;
};

/** Mails to a group of which so many lie in junk: half, or none. */
const whenJunk = (limit: number | null, pace: Pace): number | null => {
  if (pace.junkState === "paused") return 0;
  if (pace.junkState === null) return limit;
  return Math.ceil((limit ?? Math.max(pace.halvedFrom ?? 0, 2)) / 2);
};

/** What is allowed today, and until when. */
export function paceDay(pace: Pace, growthPct: number, at: UnixMs): PaceDay {
  const full = whenJunk(grown(pace, growthPct), pace);
  const halved = isHalved(pace, at) ? Math.ceil((pace.halvedFrom ?? 0) / 2) : null;
  const limit = halved === null ? full : Math.min(halved, full ?? Infinity);
  const midnight = nextUtcDay(at);
  const isHalfAlone = halved !== null && (full === null || full > pace.used);
  const ends = isHalfAlone ? Math.min(midnight, pace.halvedUntil ?? Infinity) : midnight;
  return {
    limit,
    used: pace.used,
    refillsAt: pace.junkState === "paused" ? null : unixMs(ends),
    heldUntil: pace.heldUntil !== null && pace.heldUntil > at ? pace.heldUntil : null,
  };
}

export const nextUtcDay = (at: UnixMs): UnixMs => unixMs((Math.floor(at / DAY_MS) + 1) * DAY_MS);

/** Mails that may leave now. */
export const leftAt = ({ limit, used, heldUntil }: PaceDay): number =>
  heldUntil !== null ? 0 : limit === null ? Infinity : Math.max(0, limit - used);

/** When a mail may leave as far as this pace goes, from `at` on; null: only a change helps. */
export function paceFreeAt(day: PaceDay | null, at: UnixMs): UnixMs | null {
  if (day === null) return at;
  const held = day.heldUntil ?? at;
  if (day.limit === null || day.used < day.limit) return held;
  return day.refillsAt === null ? null : unixMs(Math.max(held, day.refillsAt));
}

/** The same as a limit among others; null: none. */
export const paceLimit = (
  day: PaceDay | null,
  at: UnixMs,
): { limit: number; used: number; refillsAt: UnixMs; isStopped: boolean } | null =>
  day === null || day.limit === null
    ? null
    : {
        limit: day.limit,
        used: day.used,
        refillsAt: day.refillsAt ?? at,
        isStopped: day.refillsAt === null,
      };

/** A pace behind a day: it grows if it sent and was not refused, and none of it is used. */
export const nextDayOf = (pace: Pace): Pace => ({
  ...pace,
  cleanDays: pace.cleanDays + (pace.used > 0 && pace.isUnclean === 0 ? 1 : 0),
  isUnclean: 0,
  used: 0,
});

/** What a refusal for rate or reputation changes. Refusals of mails that left together are one. */
export type Slowed = {
  readonly heldUntil: UnixMs;
  readonly halvedFrom: number;
  readonly halvedUntil: UnixMs;
  readonly refusals: number;
  /** It does not grow today: its clean days begin again, from where it stands. */
  readonly base: number | null;
  readonly since: string;
};

export function slowedBy(
  pace: Pace,
  growthPct: number,
  /** The most that it sent on a day of the last week. */
  usual: number,
  startPerDay: number,
  at: UnixMs,
): Slowed {
  const isSame = pace.heldUntil !== null && pace.heldUntil > at;
  const before = isHalved(pace, at) ? pace.refusals : 0;
  const refusals = isSame ? Math.max(1, before) : before + 1;
  const hold = HOLDS_MS[Math.min(refusals, HOLDS_MS.length) - 1] ?? HOLDS_MS[0];
  const allowed = grown(pace, growthPct);
  const halvedFrom = isHalved(pace, at)
    ? (pace.halvedFrom ?? startPerDay)
    : (allowed ?? Math.max(startPerDay, usual));
  return {
    heldUntil: isSame ? (pace.heldUntil ?? later(at, hold)) : later(at, hold),
    halvedFrom,
    halvedUntil: later(at, HALF_MS),
    refusals,
    base: allowed === null ? null : Math.max(1, allowed),
    since: utcDay(at),
  };
}

/** What placement says of a group: so many of so many mails in junk. */
export function junkStateOf(
  junk: number,
  of: number,
  settings: Pick<PacingSettings, "throttle_junk_pct" | "pause_junk_pct" | "min_junk_sample">,
): JunkState | null {
  if (of < settings.min_junk_sample) return null;
  const share = (100 * junk) / of;
  if (share >= settings.pause_junk_pct) return "paused";
  return share >= settings.throttle_junk_pct ? "throttled" : null;
}

/** What only a change lets go is looked at again after so long at the latest. */
export const PACE_LOOK_MS = 6 * HOUR_MS;

/** Under which a pace is counted: `ours.com/google`. */
export const paceKey = (domain: string, group: string): string => `${domain}/${group}`;

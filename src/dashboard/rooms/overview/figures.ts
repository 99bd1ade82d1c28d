import type { WorkspaceStats } from "#modules/campaigns/contract/stats.ts";
import { change, count, percent } from "#dashboard/lib/format.ts";
import type { Bar } from "#dashboard/parts/bar-chart.tsx";
import type { Stat } from "#dashboard/parts/strip.tsx";
import { type Unit, UNITS } from "#dashboard/lib/units.ts";
import { t } from "#dashboard/words/words.ts";

type Day = WorkspaceStats["by_day"][number];
type Counter =
  | "contacted"
  | "sent"
  | "delivered"
  | "unique_opens"
  | "unique_clicks"
  | "unique_replies"
  | "positive_replies"
  | "meetings_booked"
  | "auto_replies"
  | "machine_opens"
  | "machine_clicks";

/** A period and the one before it, shifted by whole weeks so that weekdays meet. */
export type Period = {
  readonly days: readonly Day[];
  readonly before: readonly Day[];
  readonly weeks: number;
};

const total = (days: readonly Day[], counter: Counter): number =>
  days.reduce((sum, each) => sum + each[counter], 0);

/** Weeks that hold the period: 7 days are one, 30 are five. */
export const weeksOf = (days: number): number => Math.ceil(days / 7);

/** Days of history that a period of `days` needs to be compared. */
export const historyOf = (days: number): number => days + weeksOf(days) * 7;

const DAY_MS = 24 * 3_600_000;

/** `days` days up to `end` (UTC, as the server counts), and those some weeks earlier. */
export function periodOf(stats: WorkspaceStats, days: number, end: number): Period {
  const weeks = weeksOf(days);
  const byDate = new Map(stats.by_day.map((each) => [each.date, each]));
  const [first] = stats.by_day;
  const span = (shift: number): Day[] =>
    Array.from({ length: days }, (_, index) => {
      const at = end - (days - 1 - index + shift) * DAY_MS;
      const date = new Date(at).toISOString().slice(0, 10);
      return byDate.get(date) ?? emptyDay(date);
    });
  const before = span(weeks * 7);
  // A workspace that is younger than that has nothing to be compared with.
  const old = first !== undefined && first.date <= (before.at(-1)?.date ?? "");
  return { days: span(0), before: old ? before : [], weeks };
}

/** A day on which nothing was counted. */
const emptyDay = (date: string): Day => ({
  date,
  contacted: 0,
  sent: 0,
  refused: 0,
  delivered: 0,
  failed: 0,
  unknown: 0,
  opens: 0,
  unique_opens: 0,
  machine_opens: 0,
  clicks: 0,
  unique_clicks: 0,
  machine_clicks: 0,
  replies: 0,
  unique_replies: 0,
  positive_replies: 0,
  auto_replies: 0,
  bounces: 0,
  soft_bounces: 0,
  unsubscribes: 0,
  complaints: 0,
  meetings_booked: 0,
  completed: 0,
  rates: {
    open_rate: null,
    click_rate: null,
    reply_rate: null,
    positive_reply_rate: null,
    bounce_rate: null,
    unsubscribe_rate: null,
    complaint_rate: null,
    meeting_rate: null,
  },
});

export const FIGURES = [
  { name: "sent", label: t("Sent"), counter: "sent", unit: UNITS.emails },
  { name: "opened", label: t("Opened by people"), counter: "unique_opens", unit: UNITS.opened },
  { name: "clicked", label: t("Clicked"), counter: "unique_clicks", unit: UNITS.clicked },
  { name: "replied", label: t("Replied"), counter: "unique_replies", unit: UNITS.replies },
  {
    name: "positive",
    label: t("Positive replies"),
    counter: "positive_replies",
    unit: UNITS.positive,
  },
  {
    name: "booked",
    label: t("Meetings booked"),
    counter: "meetings_booked",
    unit: UNITS.meetings,
  },
] as const satisfies readonly {
  name: string;
  label: string;
  counter: Counter;
  unit: Unit;
}[];
export type Figure = (typeof FIGURES)[number];

/** The strip's cells: numbers as they are, rates by the mails that were delivered, or by people. */
export function statsOf({ days, before }: Period): Stat[] {
  return FIGURES.map(({ name, label, counter }) => {
    const now = total(days, counter);
    const difference = now - total(before, counter);
    const plain = name === "sent" || name === "booked";
    const of = total(days, name === "positive" ? "contacted" : "delivered");
    const parts = { now: count(now), of: count(of) };
    const shown = before.length === 0 ? null : change(difference);
    return {
      name,
      label,
      value: plain ? count(now) : percent(of === 0 ? null : now / of),
      detail: [plain ? null : t("{now} of {of}", parts), shown].filter(Boolean).join(", "),
      ...(shown && difference > 0 && { trend: "up" as const }),
      ...(shown && difference < 0 && name !== "sent" && { trend: "down" as const }),
      ...(!plain && {
        title:
          name === "positive"
            ? t("{now} of {of} people contacted", parts)
            : t("{now} of {of} delivered emails", parts),
      }),
    };
  });
}

export function barsOf({ days, before }: Period, { counter }: Figure): Bar[] {
  return days.map((each, index) => {
    const earlier = before[index];
    return {
      date: each.date,
      value: each[counter],
      ...(earlier && { before: earlier[counter] }),
    };
  });
}

/** What is not counted: machine opens, machine clicks and auto-replies. */
export function apartOf({ days }: Period, { name }: Figure): string | null {
  switch (name) {
    case "opened":
      return t("Not counted: {opens, plural, one {# machine open} other {# machine opens}}.", {
        opens: total(days, "machine_opens"),
      });
    case "clicked":
      return t("Not counted: {clicks, plural, one {# machine click} other {# machine clicks}}.", {
        clicks: total(days, "machine_clicks"),
      });
    case "replied":
      return t("Not counted: {replies, plural, one {# auto-reply} other {# auto-replies}}.", {
        replies: total(days, "auto_replies"),
      });
    case "positive":
      return t("Leads whose reply shows interest or asks for a meeting.");
    case "sent":
    case "booked":
      return null;
  }
}

/** The headline of the page, and the sentence below it; `span` is "in the last 7 days". */
export function ledeOf(period: Period, span: string): { big: string; small: string } {
  const of = (counter: Counter, days = period.days): number => total(days, counter);
  const contacted = of("contacted");
  const booked = of("meetings_booked");
  const replied = of("unique_replies");
  const against = (now: number, earlier: number): string => {
    const difference = count(Math.abs(now - earlier));
    return period.before.length === 0
      ? ""
      : now === earlier
        ? t("Same as in the previous period.")
        : now > earlier
          ? t("{difference} more than in the previous period.", { difference })
          : t("{difference} fewer than in the previous period.", { difference });
  };
  if (booked > 0) {
    return {
      big: t("{booked, plural, one {# meeting} other {# meetings}} booked {span}", {
        booked,
        span,
      }),
      small: sentences(
        t("From {people, plural, one {# person} other {# people}} contacted.", {
          people: contacted,
        }),
        against(booked, of("meetings_booked", period.before)),
      ),
    };
  }
  if (replied > 0) {
    return {
      big: t("{replied, plural, one {# person} other {# people}} replied {span}", {
        replied,
        span,
      }),
      small: sentences(
        t("Of {people, plural, one {# person} other {# people}} contacted.", {
          people: contacted,
        }),
        against(replied, of("unique_replies", period.before)),
      ),
    };
  }
  const sent = of("sent");
  return sent > 0
    ? {
        big: t("{sent, plural, one {# email} other {# emails}} sent {span}", { sent, span }),
        small: t("To {people, plural, one {# person} other {# people}}. No replies yet.", {
          people: contacted,
        }),
      }
    : { big: t("No emails sent {span}", { span }), small: t("See below what is missing.") };
}

const sentences = (...all: readonly string[]): string => all.filter(Boolean).join(" ");

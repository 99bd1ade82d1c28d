import { isoWeekday } from "#platform/rules/time.ts";
import { addDays, monthMentions } from "./date-mentions.ts";

/** A time that is no calendar day: "mid December", "the 30th", "two weeks". */
type PeriodMention = {
  readonly from: number;
  readonly to: number;
  /** The first day of it. */
  readonly begins: string;
  /** The day behind it. */
  readonly over: string;
};

/** Nobody announces an absence longer than this. */
const LONGEST_DAYS = 400;

/**
 * The periods that a folded text names (see `foldText`), from `today` on (YYYY-MM-DD): months, days of
 * a month, calendar weeks, "tomorrow", "this week", "in two weeks", in the languages of absences.
 */
export function periodMentions(folded: string, today: string): PeriodMention[] {
  return [
    ...months(folded, today),
    ...daysOfMonth(folded, today),
    ...calendarWeeks(folded, today),
    ...weeks(folded, today),
    ...tomorrow(folded, today),
    ...endOfMonth(folded, today),
    ...ahead(folded, today),
  ].filter(({ over }) => over > today && over <= addDays(today, LONGEST_DAYS));
}

const BEGINNING = /\b(?:early|beginning of|anfang|debut|principios de|inicio de|inizio|begin)\s$/;
const MIDDLE = /\b(?:mid|middle of|mitte|mi|mediados de|meados de|meta|halverwege|medio)[ -]$/;

function months(folded: string, today: string): PeriodMention[] {
  const [thisYear, thisMonth] = yearAndMonth(today);
  return monthMentions(folded).map(({ from, month, year }) => {
    const before = folded.slice(Math.max(0, from - 24), from);
    const meant = year ?? (month < thisMonth ? thisYear + 1 : thisYear);
    const first = dayOf(meant, month);
    const word = /^[a-z]+\.?(?:\s(?:del? )?20\d\d)?/.exec(folded.slice(from, from + 24))?.[0] ?? "";
    const to = from + word.length;
    if (BEGINNING.test(before)) return { from, to, begins: first, over: addDays(first, 10) };
    if (MIDDLE.test(before)) {
      return { from, to, begins: addDays(first, 14), over: addDays(first, 15) };
    }
    return { from, to, begins: first, over: dayOf(meant, month + 1) };
  });
}

/** A month above 12 is one of the next year. */
function dayOf(year: number, month: number): string {
  const over = Math.floor((month - 1) / 12);
  return `${year + over}-${String(month - over * 12).padStart(2, "0")}-01`;
}

const yearAndMonth = (day: string): readonly [number, number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)),
];

/** "The 30th", "zum 30.", "au 30", "el dia 30", "de 30e": with what only days of a month have. */
const DAY_OF_MONTH =
  /(?<![\d.:/-])(?:(\d{1,2})(?:st|nd|rd|th)\b|\b(?:zum|am|den|bis) (\d{1,2})\.(?=\s|$)|\b(?:au|le|el|al|dia|il) (?:dia )?(\d{1,2})(?![\d:/h-]|\.\d)|\bde (\d{1,2})e\b)(?!\s?(?:of |de |di )?[a-z]{3,}\s?(?:20\d\d|\d)|\s?(?:uhr|h\b|am\b|pm\b|jahr|year|anniv|floor|etage|stock|street|avenue|%))/g;

function daysOfMonth(folded: string, today: string): PeriodMention[] {
  return [...folded.matchAll(DAY_OF_MONTH)].flatMap((match) => {
    const day = Number(match.slice(1).find((one) => one !== undefined));
    if (day < 1 || day > 31) return [];
    const begins = nextDayOfMonth(day, today);
    const { to } = placeOf(match);
    const from = match.index + match[0].search(/\d/);
    return [{ from, to, begins, over: addDays(begins, 1) }];
  });
}

/** The next day with this number; the last of a month that is shorter. */
function nextDayOfMonth(day: number, today: string): string {
  const [year, month] = yearAndMonth(today);
  for (const first of [dayOf(year, month), dayOf(year, month + 1)]) {
    const meant = addDays(first, day - 1);
    const shown = meant.slice(0, 7) === first.slice(0, 7) ? meant : addDays(first, 27);
    if (shown >= today) return shown;
  }
  return dayOf(year, month + 2);
}

const CALENDAR_WEEK =
  /\b(?:kw|cw|kalenderwochen?|calendar weeks?|weeks?|semaines?|semanas?|settiman[ae])\s?(\d{1,2})(?:\s?(?:-|\/|\+|und|and|bis|to|et|a)\s?(?:kw |cw )?(\d{1,2}))?\b/g;

function calendarWeeks(folded: string, today: string): PeriodMention[] {
  return [...folded.matchAll(CALENDAR_WEEK)].flatMap((match) => {
    const first = Number(match[1]);
    const last = Number(match[2] ?? first);
    if (first < 1 || last < first || last > 53) return [];
    const begins = mondayOfWeek(first, today);
    return [{ ...placeOf(match), begins, over: addDays(begins, 7 * (last - first + 1)) }];
  });
}

/** The Monday of an ISO week, in this year or the next. */
function mondayOfWeek(week: number, today: string): string {
  const [year] = yearAndMonth(today);
  const mondayIn = (of: number): string => {
    const fourth = `${of}-01-04`;
    return addDays(fourth, 1 - isoWeekday(fourth) + 7 * (week - 1));
  };
  const own = mondayIn(year);
  return addDays(own, 7) > today ? own : mondayIn(year + 1);
}

const THIS_WEEK =
  /\b(?:this week|the rest of the week|diese(?:r|n)? woche|cette semaine|esta semana|questa settimana|deze week|w tym tygodniu)\b/g;
const NEXT_WEEK =
  /\b(?:next week|(?:nachste|kommende)[rn]? woche|(?:la )?semaine prochaine|(?:la )?proxima semana|la semana que viene|(?:la )?prossima settimana|(?:la )?settimana prossima|volgende week|semana que vem|w przyszlym tygodniu)\b/g;

function weeks(folded: string, today: string): PeriodMention[] {
  const monday = addDays(today, 8 - isoWeekday(today));
  const of = (pattern: RegExp, begins: string, over: string) =>
    [...folded.matchAll(pattern)].map((match) => ({ ...placeOf(match), begins, over }));
  return [...of(THIS_WEEK, today, monday), ...of(NEXT_WEEK, monday, addDays(monday, 7))];
}

const TOMORROW =
  /\b(?:tomorrow|(?:ab|vanaf|bis|tot|wieder|weer|erst|am) morgen|morgen(?= (?:wieder|weer|zuruck|terug|im buro))|demain|manana|domani|amanha|jutra|jutro)\b/g;

const tomorrow = (folded: string, today: string): PeriodMention[] =>
  [...folded.matchAll(TOMORROW)].map((match) => ({
    ...placeOf(match),
    begins: addDays(today, 1),
    over: addDays(today, 2),
  }));

const END_OF_MONTH =
  /\b(?:end of (?:the|this) month|monatsende|ende des monats|ende (?:dieses )?monats|fin du mois|fin de mes|final de mes|fine (?:del )?mese|fim do mes|einde van de maand|eind van de maand)\b/g;

function endOfMonth(folded: string, today: string): PeriodMention[] {
  const [year, month] = yearAndMonth(today);
  const over = dayOf(year, month + 1);
  return [...folded.matchAll(END_OF_MONTH)].map((match) => ({
    ...placeOf(match),
    begins: addDays(over, -1),
    over,
  }));
}

const COUNTS: readonly string[] = [
  "a|one|einem|einer|un|une|una|uno|um|uma|een|1",
  "two|zwei|deux|dos|dois|duas|due|twee|2",
  "three|drei|trois|tres|tre|drie|3",
  "four|vier|quatre|cuatro|quatro|quattro|4",
  "five|funf|cinq|cinco|cinque|vijf|5",
  "six|sechs|seis|sei|zes|6",
];
const UNITS = [
  [1, "days?|tagen?|jours?|dias?|giorn[oi]|dag(?:en)?"],
  [7, "weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken"],
  [30, "months?|monat(?:en)?|mois|mes(?:es)?|mesi|maand(?:en)?"],
] as const;
const UNIT_NAMES = UNITS.map(([days, names]) => [days, new RegExp(`^(?:${names})$`)] as const);
const AHEAD = new RegExp(
  `\\b(?:in|dans|en|dentro de|tra|fra|over|em|daqui a|for|for the next|fur|pendant|durante|per|voor)\\s(?:the next |die nachsten |ca\\. |about )?(${COUNTS.join("|")}|\\d{1,2})\\s(${UNITS.map(([, names]) => names).join("|")})\\b`,
  "g",
);

function ahead(folded: string, today: string): PeriodMention[] {
  return [...folded.matchAll(AHEAD)].flatMap((match) => {
    const [, given = "", unit = ""] = match;
    const known = COUNTS.findIndex((names) => names.split("|").includes(given)) + 1;
    const days = UNIT_NAMES.find(([, named]) => named.test(unit))?.[0] ?? 1;
    const begins = addDays(today, days * (known || Number(given)));
    return [{ ...placeOf(match), begins, over: begins }];
  });
}

const placeOf = (match: RegExpExecArray): { from: number; to: number } => ({
  from: match.index,
  to: match.index + match[0].length,
});

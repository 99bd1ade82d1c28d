import { isoWeekday, parseIso, utcDay } from "#platform/rules/time.ts";

/** A calendar day that a text names, read in every way that it may be meant. */
export type DateMention = {
  /** Where it begins and ends in the text. */
  readonly from: number;
  readonly to: number;
  /** The days it may mean, YYYY-MM-DD, the earliest first. */
  readonly days: readonly string[];
  /** The one of `days` that is meant only where the month is written first. */
  readonly monthFirst: string | null;
};

/** Month names in English, German, French, Spanish, Italian, Dutch, Portuguese and Polish, without accents. */
const MONTHS: readonly (readonly string[])[] = [
  [
    "january",
    "januar",
    "janner",
    "jaenner",
    "janvier",
    "enero",
    "gennaio",
    "januari",
    "janeiro",
    "stycznia",
    "styczen",
  ],
  [
    "february",
    "februar",
    "feber",
    "fevrier",
    "febrero",
    "febbraio",
    "februari",
    "fevereiro",
    "lutego",
    "luty",
  ],
  ["march", "marz", "maerz", "mrz", "mars", "marzo", "maart", "mrt", "marco", "marca", "marzec"],
  ["april", "avril", "abril", "aprile", "kwietnia", "kwiecien"],
  ["may", "mai", "mayo", "maggio", "mei", "maio", "maja", "maj"],
  ["june", "juni", "juin", "junio", "giugno", "junho", "czerwca", "czerwiec"],
  ["july", "juli", "juillet", "julio", "luglio", "julho", "lipca", "lipiec"],
  ["august", "aout", "agosto", "augustus", "sierpnia", "sierpien"],
  [
    "september",
    "septembre",
    "septiembre",
    "setiembre",
    "settembre",
    "sept",
    "setembro",
    "wrzesnia",
    "wrzesien",
  ],
  ["october", "oktober", "octobre", "octubre", "ottobre", "outubro", "pazdziernika", "pazdziernik"],
  ["november", "novembre", "noviembre", "novembro", "listopada", "listopad"],
  ["december", "dezember", "decembre", "diciembre", "dicembre", "dezembro", "grudnia", "grudzien"],
];
/** As short as people write them. */
const SHORT: readonly (readonly string[])[] = [
  ["jan", "janv", "ene", "gen"],
  ["feb", "fevr", "fev"],
  ["mar"],
  ["apr", "avr", "abr"],
  ["mag"],
  ["jun", "giu"],
  ["jul", "juil", "lug"],
  ["aug", "ago"],
  ["sep", "set"],
  ["oct", "okt", "ott"],
  ["nov"],
  ["dec", "dez", "dic"],
];
const MONTH_BY_NAME = new Map(
  [MONTHS, SHORT].flatMap((names) =>
    names.flatMap((of, i) => of.map((name) => [name, i + 1] as const)),
  ),
);
const MONTH = [...MONTH_BY_NAME.keys()].sort((a, b) => b.length - a.length).join("|");

const WEEKDAYS: readonly (readonly string[])[] = [
  [
    "monday",
    "montag",
    "lundi",
    "lunes",
    "lunedi",
    "maandag",
    "segunda-feira",
    "segunda",
    "poniedziałek",
    "poniedziałku",
  ],
  [
    "tuesday",
    "dienstag",
    "mardi",
    "martes",
    "martedi",
    "dinsdag",
    "terca-feira",
    "terca",
    "wtorek",
    "wtorku",
  ],
  [
    "wednesday",
    "mittwoch",
    "mercredi",
    "miercoles",
    "mercoledi",
    "woensdag",
    "quarta-feira",
    "quarta",
    "srode",
    "srody",
    "sroda",
  ],
  [
    "thursday",
    "donnerstag",
    "jeudi",
    "jueves",
    "giovedi",
    "donderdag",
    "quinta-feira",
    "quinta",
    "czwartek",
    "czwartku",
  ],
  [
    "friday",
    "freitag",
    "vendredi",
    "viernes",
    "venerdi",
    "vrijdag",
    "sexta-feira",
    "sexta",
    "piatek",
    "piatku",
  ],
  [
    "saturday",
    "samstag",
    "sonnabend",
    "samedi",
    "sabado",
    "sabato",
    "zaterdag",
    "sobote",
    "soboty",
    "sobota",
  ],
  [
    "sunday",
    "sonntag",
    "dimanche",
    "domingo",
    "domenica",
    "zondag",
    "niedziele",
    "niedzieli",
    "niedziela",
  ],
];
const WEEKDAY_BY_NAME = new Map(
  WEEKDAYS.flatMap((names, i) => names.map((name) => [name, i + 1] as const)),
);
const WEEKDAY = [...WEEKDAY_BY_NAME.keys()].join("|");
/** "Monday, ", "Mon. ", "Mo, den " before a date. */
const WEEKDAY_BEFORE = new RegExp(`\\b(${WEEKDAY})[,.]?\\s?(?:the |den |dem |le |el |il |de )?$`);

const ORDINAL = "(?:st|nd|rd|th|\\.|er|\\u00ba|\\u00b0|\\u00aa|e|ste|de)?";
const YEAR = "(?:,?\\s?(?:del? )?(20\\d\\d))?";
const DAY_MONTH = new RegExp(
  `(?<![\\d./:])(\\d{1,2})${ORDINAL}\\s?(?:of |de |di |d'|-)?(${MONTH})\\b\\.?${YEAR}`,
  "g",
);
const MONTH_DAY = new RegExp(
  `\\b(${MONTH})\\.?\\s(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:.]\\d|\\d)${YEAR}`,
  "g",
);
const YEAR_FIRST = /(?<![\d./-])(20\d\d)([./-])(\d{1,2})\2(\d{1,2})(?![\d/-])/g;
const NUMBERS = /(?<![\d./:])(\d{1,2})\s?([./-])\s?(\d{1,2})\s?\2\s?(20\d\d|\d\d)(?![\d/-]|\.\d)/g;
/** "3.12." and "3.12", but no time of day and no price. */
const DOTTED =
  /(?<![\d./:])(\d{1,2})\.\s?(\d{1,2})(?:\.(?!\s?\d)|(?![\d.:,]|\s?(?:uhr|h\b|am\b|pm\b|%|eur|€)))/g;
const SLASHED = /(?<![\d./:])(\d{1,2})\/(\d{1,2})(?![\d/])/g;

/** A date without a year is of the past when it would lie farther ahead than this. */
const YEARLESS_DAYS = 180;
/** Nobody announces an absence longer than this; such a date means something else. */
const LONGEST_DAYS = 400;

/**
 * Lower case without accents, of the same length, so that places in both agree; line ends and
 * other spaces become one kind of space.
 */
export const foldText = (text: string): string =>
  Array.from(text.normalize("NFC"), (letter) => {
    const folded = letter
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/[\u2018\u2019\u02bc`]/, "'")
      .replace(/[\u2010-\u2015]/, "-")
      .replace(/\s/, " ");
    return folded.length === letter.length ? folded : letter;
  }).join("");

/**
 * The calendar days that a folded text names, in order, as far as they lie between `today`
 * (YYYY-MM-DD) and 400 days ahead; a date without a year is the next such day. A weekday before a
 * date decides between its readings.
 */
export function dateMentions(folded: string, today: string): DateMention[] {
  const found: DateMention[] = [];
  const add = (
    match: RegExpExecArray,
    readings: readonly (readonly [day: string, month: number | string, year: string])[],
  ): void => {
    const from = match.index;
    const to = from + match[0].length;
    if (found.some((other) => from < other.to && other.from < to)) return;
    const named = WEEKDAY_BEFORE.exec(folded.slice(Math.max(0, from - 24), from))?.[1];
    const days = readings.map(([day, month, year]) =>
      dayAhead(Number(day), Number(month), year, today),
    );
    const weekday = WEEKDAY_BY_NAME.get(named ?? "");
    const real = days.filter((day) => day !== null);
    const fitting = real.filter((day) => weekday === isoWeekday(day));
    const kept = days.length > 1 && fitting.length > 0 ? fitting : real;
    found.push({
      from,
      to,
      days: [...new Set(kept)].sort(),
      monthFirst: kept.includes(days[1] ?? "") ? (days[1] ?? null) : null,
    });
  };
  const monthOf = (name = ""): number => MONTH_BY_NAME.get(name) ?? 0;
  for (const m of folded.matchAll(DAY_MONTH)) add(m, [[m[1] ?? "", monthOf(m[2]), m[3] ?? ""]]);
  for (const m of folded.matchAll(MONTH_DAY)) add(m, [[m[2] ?? "", monthOf(m[1]), m[3] ?? ""]]);
  for (const m of folded.matchAll(YEAR_FIRST)) add(m, [[m[4] ?? "", m[3] ?? "", m[1] ?? ""]]);
  for (const m of folded.matchAll(NUMBERS)) {
    const [, one = "", mark, two = "", year = ""] = m;
    const full = year.length === 2 ? `20${year}` : year;
    add(m, mark === "." ? [[one, two, full]] : bothWays(one, two, full));
  }
  for (const m of folded.matchAll(DOTTED)) add(m, [[m[1] ?? "", m[2] ?? "", ""]]);
  for (const m of folded.matchAll(SLASHED)) {
    // "24/7" is no date.
    if (m[0] !== "24/7") add(m, bothWays(m[1] ?? "", m[2] ?? "", ""));
  }
  return found.sort((a, b) => a.from - b.from);
}

const bothWays = (one: string, two: string, year: string) =>
  [
    [one, two, year],
    [two, one, year],
  ] as const;

const MONTH_ALONE = new RegExp(`\\b(${MONTH})\\b\\.?${YEAR}`, "g");
/** Months that are words of everyday as well stand behind these. */
const WORDS_TOO: ReadonlySet<string> = new Set([
  "may",
  "march",
  "mai",
  "mar",
  "set",
  "ago",
  "gen",
  "ene",
  "sep",
  "mag",
]);
const BEFORE_MONTH =
  /\b(?:in|until|till|before|after|by|from|of|im|ab|bis|vor|nach|mitte|ende|anfang|en|em|mid|mi|early|late|jusqu'en|fin|debut|de|depois de|despues de|ate|do|di|dopo|prima di|tot|na|eind|begin)[ -]$/;

/** A month by its name, with its year where that is named; where a date is, too. */
export function monthMentions(folded: string) {
  return [...folded.matchAll(MONTH_ALONE)].flatMap((match) => {
    const month = MONTH_BY_NAME.get(match[1] ?? "");
    const before = folded.slice(Math.max(0, match.index - 14), match.index);
    if (month === undefined) return [];
    if (WORDS_TOO.has(match[1] ?? "") && !BEFORE_MONTH.test(before)) return [];
    return [{ from: match.index, month, year: match[2] === undefined ? null : Number(match[2]) }];
  });
}

/** A weekday by its name, where no date is beside it. */
export function weekdayMentions(folded: string, dates: readonly DateMention[], today: string) {
  return [...folded.matchAll(new RegExp(`\\b(${WEEKDAY})\\b`, "g"))].flatMap((match) => {
    const from = match.index;
    const to = from + match[0].length;
    const ofDate = dates.some((date) => date.from >= to && date.from - to < 10);
    const weekday = WEEKDAY_BY_NAME.get(match[1] ?? "");
    if (ofDate || weekday === undefined) return [];
    if (/\b(?:every|each|jeden|chaque|cada|ogni|elke)\s$/.test(folded.slice(0, from))) return [];
    const ahead = ((weekday - isoWeekday(today) + 6) % 7) + 1;
    return [{ from, to, days: [addDays(today, ahead)], monthFirst: null }];
  });
}

/** The day, in the given year or the next that comes; null for none, for a past one and for one too far ahead. */
function dayAhead(day: number, month: number, year: string, today: string): string | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  if (year !== "") return within(dayOf(year, month, day), today, LONGEST_DAYS);
  const thisYear = today.slice(0, 4);
  const nextYear = String(Number(thisYear) + 1);
  return (
    within(dayOf(thisYear, month, day), today, YEARLESS_DAYS) ??
    within(dayOf(nextYear, month, day), today, YEARLESS_DAYS)
  );
}

function dayOf(year: string, month: number, day: number): string | null {
  const name = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  const at = parseIso(`${name}T00:00:00Z`);
  return at !== null && utcDay(at) === name ? name : null;
}

const within = (day: string | null, today: string, atMost: number): string | null =>
  day !== null && day >= today && day <= addDays(today, atMost) ? day : null;

/** The calendar day so many days later. */
export function addDays(day: string, days: number): string {
  const at = parseIso(`${day}T00:00:00Z`);
  if (at === null) throw new RangeError(`not a day: ${day}`);
  return utcDay((at + days * 86_400_000) as typeof at);
}

import {
  addDays,
  dateMentions,
  foldText,
  monthMentions,
  weekdayMentions,
} from "#modules/inbox/rules/kinds/date-mentions.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";

/** What names a time is said early. */
const MAX_TEXT = 2_000;
/** Nobody plans farther ahead. */
const LONGEST_DAYS = 800;

/**
 * The day (YYYY-MM-DD) from which on somebody wants to be asked again, in the seven languages of
 * replies: "in March", "nach dem Sommer", "dans trois mois", "Q3", "volgend jaar", "after 15 January".
 * Of several the latest: asking too early is worse than asking too late. Null where no day that is
 * ahead is named.
 */
export function readLater(text: OutsideText, today: string): string | null {
  const folded = foldText(text.slice(0, MAX_TEXT));
  const dates = dateMentions(folded, today);
  const ofDates = dates.flatMap(({ days, from }) => {
    const day = days.at(-1);
    return day === undefined ? [] : [isAfter(folded, from) ? addDays(day, 1) : day];
  });
  const isTaken = (at: number): boolean => dates.some(({ from, to }) => from <= at && at < to);
  const periods = [
    ...monthMentions(folded)
      .filter(({ from }) => !isTaken(from))
      .map(({ from, month, year }) => monthAhead(folded, from, month, year, today)),
    ...PERIODS.flatMap((read) => read(folded, today)),
  ];
  const ahead = [...ofDates, ...periods].filter(
    (day) => day > today && day <= addDays(today, LONGEST_DAYS),
  );
  if (ahead.length > 0) return ahead.toSorted().at(-1) ?? null;
  const weekdays = weekdayMentions(folded, dates, today).flatMap(({ days }) => days);
  return weekdays.toSorted().at(-1) ?? null;
}

const AFTER =
  /\b(?:after|past|from|nach(?: dem| der)?|apres|despues de|depois d[eao]|dopo(?: il| l')?|na)\s?(?:(?:the|dem|den|le|la|el|il|het|de|end of|ende|fin|fin de|fine) ){0,2}$/;
const isAfter = (folded: string, at: number): boolean =>
  AFTER.test(folded.slice(Math.max(0, at - 24), at)) &&
  !/\bfrom\s(?:the )?$/.test(folded.slice(Math.max(0, at - 12), at));

const MIDDLE = /\b(?:mid|middle of|mitte|mi|mediados de|meados de|meta|medio|midden)[ -]?$/;
const END = /\b(?:late|end of|ende|fin|fin de|finales de|fim de|final de|fine|eind(?:e)?)\s$/;

/** The first day of a month, its middle or end where they say so; of the next year where it is over. */
function monthAhead(
  folded: string,
  at: number,
  month: number,
  year: number | null,
  today: string,
): string {
  const before = folded.slice(Math.max(0, at - 24), at);
  const [thisYear, thisMonth] = yearAndMonth(today);
  const dayOfMonth = END.test(before) ? 25 : MIDDLE.test(before) ? 15 : 1;
  const isNext = isAfter(folded, at) && dayOfMonth === 1;
  const meant = year ?? (month < thisMonth ? thisYear + 1 : thisYear);
  return dayOf(meant, month + (isNext ? 1 : 0), dayOfMonth);
}

const yearAndMonth = (day: string): readonly [number, number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)),
];

/** A month above 12 is one of the next year. */
function dayOf(year: number, month: number, day = 1): string {
  const over = Math.floor((month - 1) / 12);
  return `${year + over}-${String(month - over * 12).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** The next day on which a period begins that recurs every year. */
const beginsNext = (today: string, month: number): string => {
  const [year] = yearAndMonth(today);
  const day = dayOf(year, month);
  return day > today ? day : dayOf(year + 1, month);
};

type Period = (folded: string, today: string) => string[];

const NUMBERS: readonly (readonly string[])[] = [
  ["a", "an", "one", "ein", "einem", "einer", "un", "une", "una", "uno", "um", "uma", "een", "1"],
  ["two", "couple of", "a couple of", "zwei", "deux", "dos", "dois", "duas", "due", "twee", "2"],
  [
    "three",
    "a few",
    "few",
    "several",
    "drei",
    "ein paar",
    "einigen",
    "trois",
    "quelques",
    "tres",
    "algunos",
    "unos",
    "unas",
    "alguns",
    "algumas",
    "tre",
    "qualche",
    "drie",
    "een paar",
    "enkele",
    "3",
  ],
  ["four", "vier", "quatre", "cuatro", "quatro", "quattro", "4"],
  ["five", "funf", "cinq", "cinco", "cinque", "vijf", "5"],
  ["six", "sechs", "seis", "sei", "zes", "6"],
  ["seven", "sieben", "sept", "siete", "sete", "sette", "zeven", "7"],
  ["eight", "acht", "huit", "ocho", "oito", "otto", "8"],
  ["nine", "neun", "neuf", "nueve", "nove", "negen", "9"],
  ["ten", "zehn", "dix", "diez", "dez", "dieci", "tien", "10"],
  ["eleven", "elf", "onze", "once", "undici", "11"],
  ["twelve", "zwolf", "douze", "doce", "doze", "dodici", "twaalf", "12"],
];
const NUMBER_BY_NAME = new Map(NUMBERS.flatMap((names, i) => names.map((name) => [name, i + 1])));
const NUMBER = [...NUMBER_BY_NAME.keys()].sort((a, b) => b.length - a.length).join("|");

const UNITS = {
  day: /^(?:days?|tage?n?|jours?|dias?|giorn[oi]|dag(?:en)?)$/,
  week: /^(?:weeks?|wochen?|semaines?|semanas?|settiman[ae]|we(?:ek|ken))$/,
  month: /^(?:months?|monat(?:e[ns]?|s)?|mois|mes(?:es)?|mesi|maand(?:en)?)$/,
  quarter: /^(?:quarters?|quartal(?:e[ns]?|s)?|trimestres?|trimestr[ei]|kwarta(?:al|len))$/,
  year: /^(?:years?|jahr(?:e[ns]?)?|ans?|annees?|anos?|ann[oi]|jaar|jaren)$/,
} as const;
const UNIT =
  "days?|tage?n?|jours?|dias?|giorn[oi]|dag(?:en)?|weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken|months?|monat(?:e[ns]?|s)?|mois|mes(?:es|i)?|maand(?:en)?|quarters?|quartal(?:e[ns]?|s)?|trimestres?|trimestr[ei]|kwarta(?:al|len)|years?|jahr(?:e[ns]?)?|ans?|annees?|anos?|ann[oi]|jaar|jaren";

/** "in three months", "dans 6 semaines", "over een jaar", "daqui a dois meses". */
const AHEAD = new RegExp(
  `\\b(?:in|within|for|over|dans|d'ici|en|dentro de|daqui a|em|tra|fra|erst in|about|another|nach|apres|after|dopo|na|the next|die nachsten|for the next)\\s(?:about |another |ca\\. |etwa |circa |ongeveer |environ |the next )?(\\d{1,2}|${NUMBER})(?: (?:to|or|bis|oder|a|ou|o|tot|of) (\\d{1,2}|${NUMBER}))?\\s(${UNIT})\\b`,
  "g",
);
/** "next quarter", "nachstes Jahr", "le mois prochain", "el ano que viene", "volgende maand". */
const NEXT = new RegExp(
  `\\b(?:next|nachste[nrsm]?|kommende[nrsm]?|proximo|proxima|prossim[oa]|volgende?|komende?|am nachsten|im nachsten)\\s(${UNIT})\\b|\\b(${UNIT})\\s(?:prochaine?|suivante?|proxim[oa]|que viene|que vem|prossim[oa]|entrante)\\b`,
  "g",
);

function unitOf(word: string): keyof typeof UNITS | null {
  for (const [unit, pattern] of Object.entries(UNITS)) {
    // The keys are those above.
    if (pattern.test(word)) return unit as keyof typeof UNITS;
  }
  return null;
}

function inSoMany(today: string, count: number, unit: keyof typeof UNITS): string {
  const [year, month] = yearAndMonth(today);
  const day = Math.min(28, Number(today.slice(8, 10)));
  switch (unit) {
    case "day":
      return addDays(today, count);
    case "week":
      return addDays(today, 7 * count);
    case "month":
      return dayOf(year, month + count, day);
    case "quarter":
      return dayOf(year, month + 3 * count, day);
    case "year":
      return dayOf(year + count, month, day);
  }
}

function nextOne(today: string, unit: keyof typeof UNITS): string {
  const [year, month] = yearAndMonth(today);
  switch (unit) {
    case "month":
      return dayOf(year, month + 1);
    case "quarter":
      return dayOf(year, Math.floor((month - 1) / 3) * 3 + 4);
    case "year":
      return dayOf(year + 1, 1);
    case "day":
    case "week":
      return inSoMany(today, 1, unit);
  }
}

const numberOf = (text: string): number => NUMBER_BY_NAME.get(text) ?? Number(text);

const ahead: Period = (folded, today) =>
  [...folded.matchAll(AHEAD)].flatMap(([, one = "", upTo, word = ""]) => {
    const count = numberOf(upTo ?? one);
    const unit = unitOf(word);
    return unit === null || !(count > 0) ? [] : [inSoMany(today, count, unit)];
  });

const next: Period = (folded, today) =>
  [...folded.matchAll(NEXT)].flatMap(([, before, behind]) => {
    const unit = unitOf(before ?? behind ?? "");
    return unit === null ? [] : [nextOne(today, unit)];
  });

const HALF_YEAR =
  /\b(?:half a year|halben jahr|halbes jahr|six mois|medio ano|meio ano|mezz'anno|half jaar|halfjaar)\b/;
const halfYear: Period = (folded, today) =>
  HALF_YEAR.test(folded) ? [inSoMany(today, 6, "month")] : [];

const ORDINALS: readonly RegExp[] = [
  /^(?:q1|1q|t1|k1|first|1st|1\.|erste[nsr]?|premier|1er|primer|primeiro|1o|primo|eerste|1e)$/,
  /^(?:q2|2q|t2|k2|second|2nd|2\.|zweite[nsr]?|deuxieme|second|2e|segundo|secondo|tweede|2o)$/,
  /^(?:q3|3q|t3|k3|third|3rd|3\.|dritte[nsr]?|troisieme|3e|tercer|terceiro|terzo|derde|3o)$/,
  /^(?:q4|4q|t4|k4|fourth|4th|last|4\.|vierte[nsr]?|letzte[nsr]?|quatrieme|4e|cuarto|quarto|vierde|laatste|4o|ultimo)$/,
];
const QUARTER =
  /\b(q[1-4]|[1-4]q|t[1-4]|k[1-4])\b(?:[ /]*(?:of |de |del |van |do )?(20\d\d))?|\b(\S{2,10}) (?:quarter|quartal|trimestre|kwartaal)(?: (?:of |de |del |van |do )?(20\d\d))?/g;
const quarter: Period = (folded, today) =>
  [...folded.matchAll(QUARTER)].flatMap(([, short, year, name, itsYear]) => {
    const i = ORDINALS.findIndex((pattern) => pattern.test(short ?? name ?? ""));
    if (i < 0) return [];
    const given = year ?? itsYear;
    const month = i * 3 + 1;
    return [given === undefined ? beginsNext(today, month) : dayOf(Number(given), month)];
  });

const SECOND_HALF =
  /\b(?:h2|second half|zweiten? (?:jahres)?halfte|zweiten? halbjahr|second semestre|deuxieme semestre|2e semestre|segundo semestre|secondo semestre|tweede helft)\b/;
const secondHalf: Period = (folded, today) =>
  SECOND_HALF.test(folded) ? [beginsNext(today, 7)] : [];

const SEASONS: readonly (readonly [month: number, names: RegExp])[] = [
  [3, /\b(?:spring|fruhjahr|fruhling|fruehjahr|printemps|primavera|voorjaar|lente)\b/g],
  [
    6,
    /\b(?:summer|sommer|sommerferien|sommerpause|ete|verano|verao|estate|zomer|zomervakantie)\b/g,
  ],
  [9, /\b(?:autumn|fall|herbst|automne|otono|outono|autunno|herfst|najaar)\b/g],
  [12, /\b(?:winter|hiver|invierno|inverno)\b/g],
];
const season: Period = (folded, today) =>
  SEASONS.flatMap(([month, names]) =>
    [...folded.matchAll(names)].map(({ index }) => {
      const isOver = isAfter(folded, index);
      return beginsNext(today, isOver ? ((month + 2) % 12) + 1 : month);
    }),
  );

const YEAR =
  /\b(?:in|until|till|before|during|bis|ab|vor|nach|after|en|jusqu'en|avant|apres|hasta|antes de|despues de|ate|em|depois de|nel|fino al|prima del|tot|voor|na|of|for|fur|pour|para|per|early|anfang|debut|debut de|principios de|inicio de|inizio) (20\d\d)\b/g;
const year: Period = (folded, today) =>
  [...folded.matchAll(YEAR)]
    .map(([, named = ""]) => dayOf(Number(named), 1))
    .filter((d) => d > today);

const NEW_YEAR =
  /\b(?:new year|neue[ns]? jahr|jahreswechsel|nouvelle annee|rentree de janvier|ano nuevo|nuevo ano|novo ano|ano novo|anno nuovo|nuovo anno|nieuwe? jaar|jaarwisseling)\b/;
const newYear: Period = (folded, today) => (NEW_YEAR.test(folded) ? [beginsNext(today, 1)] : []);

const CHRISTMAS = /\b(?:christmas|weihnachten|noel|navidad(?:es)?|natal|natale|kerst(?:mis)?)\b/;
/** Nobody is asked again between the years. */
const christmas: Period = (folded, today) => (CHRISTMAS.test(folded) ? [beginsNext(today, 1)] : []);

const PERIODS: readonly Period[] = [
  ahead,
  next,
  halfYear,
  quarter,
  secondHalf,
  season,
  year,
  newYear,
  christmas,
];

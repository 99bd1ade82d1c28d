import type { OutsideText } from "#platform/rules/outside-text.ts";
import { isoWeekday } from "#platform/rules/time.ts";
import { periodMentions } from "./named-periods.ts";
import {
  addDays,
  type DateMention,
  dateMentions,
  foldText,
  weekdayMentions,
} from "./date-mentions.ts";

/** Notices say it early; the bound keeps hostile mail cheap. */
const MAX_TEXT = 6_000;

/** Directly before the last day of an absence; a weekday and an article may be between. */
const UNTIL =
  /(?:\b(?:until|till?|thru|through|up to|bis(?: einschl(?:ieslich|ießlich|\.)?| inkl(?:usive|\.)?)?(?: zum?| einschl(?:ieslich|ießlich|\.)?)?|jusqu'(?:au|a|en)|hasta|fino (?:al|all'|a|ad)|sino (?:al|a)|tot(?: en met)?|ate(?: ao?| o)?(?: dia)?|do(?! dia\b)(?: dnia)?)|'til|\bt\/m)\s?(?:and including |incl(?:uding|usive|\.)? |inkl(?:usive|\.)? |le |el |il |the |zum |den |dem |het |op |on |eod |cob |end of (?:day|business) |\d{1,2}[:.h]\d{0,2}\s?(?:am |pm |uhr |h )?)*(?:[a-z]{2,10}[,.]?\s?(?:den |dem |the |le |el )?)?$/;
/** Between "until" and a part of a month. */
const PERIOD_UNTIL =
  /(?:\b(?:until|till|through|bis|jusqu'(?:a|en)|hasta|fino a|tot|ate)|'til)\s(?:a la |the |le |a |ao? )?(?:(?:end|beginning|middle|start) of |late |early |mid[ -]?|(?:ende|anfang|mitte|fin|debut|mi|finales|principios|mediados|fine|inizio|meta|fim|inicio|meados|eind|begin|half)[ -](?:de |di |van )?)?$/;
const SOON_DAYS = 14;
/** Longer ones are read around the period alone. */
const SENTENCE = 300;
/** A notice that promises an answer then. */
const ANSWERS =
  /\b(?:respond|reply|answer|get back|antworte\w{0,2}|repond\w{1,4}|respond\w{1,5}|rispond\w{1,5})\b/;
const NOT_THERE =
  /\b(?:not|nicht|pas|no|non|niet|nao|nie|out of)\b.{0,24}\b(?:office|buro|buero|haus|bureau|oficina|ufficio|kantoor|escritorio|biurze)\b/;
/** What leads from the first day of an absence to its last. */
const RANGE =
  /^\s?(?:-|bis(?: zum)?|to|au|al|a|tot(?: en met)?|t\/m|until|till|through|ate(?: ao?| o)?(?: dia)?|do(?: dnia)?)\s?(?:(?:le|el|il|the|zum|den) )?(?:[a-z]{2,10}[,.]?\s?)?$/;
/** "20. - " before "24 November". */
const DAY_RANGE = /\b\d{1,2}\.?\s?(?:\d{1,2}\.)?\s?(?:-|bis|to|au|al|a|tot|t\/m|ate|do)\s?$/;
/** Says that a day is the first one back. */
const BACK =
  /\b(?:back|return(?:ing|s)?|again|resum\w{0,4}|zuruck\w{0,12}|zurueck\w{0,12}|wieder\w{0,8}|ruckkehr|rueckkehr|retour|reviens|reviendr\w{2,4}|rentr\w{1,6}|repren\w{1,6}|de nouveau|a nouveau|vuelta|vuelvo|volver\w{0,3}|regres\w{1,6}|volt(?:o|arei|aremos|amos|ar)|de volta|wroc\w{1,4}|wrac\w{1,4}|powro\w{1,4}|ponownie|retorn\w{1,4}|de nuevo|nuevamente|(?:re)?incorpor\w{1,6}|torn(?:o|ero|iamo|eremo)|ritorn\w{1,4}|rientr\w{1,5}|di nuovo|nuovamente|terug\w{0,8}|weer|opnieuw)\b/;
/** A first day of something, good or bad. */
const FROM_THEN_ON =
  /\b(?:from|as of|starting|ab|vom|a partir d[aeou]l?(?: dia)?|od(?: dnia)?|des le|a compter du|a partire da\w{0,3}|dal|vanaf|per)\s(?:(?:the|dem|den|le|el|il) )?(?:[a-z]{2,10}[,.]?\s)?$/;
const REACHABLE =
  /\b(?:available|reachable|in (?:the|my) office|erreichbar|im (?:buro|buero|haus)|fur sie da|disponib\w{1,3}|disponive\w{1,3}|no escritorio|dostepn\w{1,3}|w biurze|au bureau|en la oficina|in ufficio|bereikbaar|aanwezig|op kantoor)\b/;
const AWAY =
  /\b(?:not|no|nicht|kein\w{0,2}|pas|non|niet|geen|out of|away|leave|vacation|holidays?|absent|abwesend|urlaub|conges?|vacances|ausente|vacaciones|assente|ferie|afwezig|vakantie|verlof|travel\w{0,6}|limited access|unterwegs|dienstreise|deplacement|de viaje|in viaggio|em viagem|op reis|fora|ferias|nao|nie|nieobecn\w{1,4}|urlop\w{0,3})\b/;
const NOT_BEFORE =
  /\b(?:not|won't|nicht|pas|no|non|niet|nao|nie)\b.{0,40}\b(?:before|until|till|vor|avant|antes|hasta|prima|voor|przed)\b.{0,24}$/;

/**
 * The first calendar day (YYYY-MM-DD) on which the writer of an absence notice is back, read from
 * German, English, French, Spanish, Italian, Dutch, Portuguese and Polish words: "back on Monday 30
 * November", "bis zum 3.12.", "de retour le 5 janvier". Null if no day is named, or one in the
 * past. Of several days the latest, and of several readings of one ("3/12") the latest that lies
 * within two months: writing too early is worse than writing too late. `today` is the day on which
 * the notice came.
 */
export function readReturn(text: OutsideText, today: string): string | null {
  // An empty line ends a sentence; other line ends are where the text was wrapped.
  const folded = foldText(text.slice(0, MAX_TEXT).replace(/\r?\n[ \t]*\r?\n/g, " ; "));
  const dates = dateMentions(folded, today);
  const days = dates.flatMap((_, i) => returnDays(folded, dates, i, today));
  if (days.length > 0) return days.sort().at(-1) ?? null;
  const weekdays = weekdayMentions(folded, dates, today);
  const soon = weekdays.flatMap((_, i) => returnDays(folded, weekdays, i, today));
  return [...soon, ...afterPeriods(folded, dates, today)].sort().at(-1) ?? null;
}

/** What is said of the return without a day: "until mid December", "back in two weeks". */
function afterPeriods(folded: string, dates: readonly DateMention[], today: string): string[] {
  const isDate = (at: number): boolean => dates.some(({ from, to }) => from <= at && at < to);
  return periodMentions(folded, today).flatMap((period) => {
    if (isDate(period.from)) return [];
    const place = { ...period, days: [], monthFirst: null };
    const near = Math.max(0, period.from - SENTENCE);
    const before = folded.slice(sentenceStart(folded, place, near), period.from);
    const end = sentenceEnd(folded, place, period.to + SENTENCE);
    const around = `${before} | ${folded.slice(period.to, end)}`;
    if (UNTIL.test(before) || PERIOD_UNTIL.test(before)) return [period.over];
    const isSoon = period.begins <= addDays(today, SOON_DAYS);
    if (BACK.test(around) || (isSoon && ANSWERS.test(around))) return [period.begins];
    const isThere = REACHABLE.test(around) && !NOT_THERE.test(around);
    return AWAY.test(around) && !isThere ? [period.over] : [];
  });
}

/** What one of the days says about the return: the first day back, or nothing. */
function returnDays(
  folded: string,
  all: readonly DateMention[],
  i: number,
  today: string,
): readonly string[] {
  const date = all[i];
  if (!date || date.days.length === 0) return [];
  const before = folded.slice(sentenceStart(folded, date, all[i - 1]?.to ?? 0), date.from);
  const after = folded.slice(date.to, sentenceEnd(folded, date, all[i + 1]?.from));
  const around = `${before} | ${after}`;
  if (NOT_BEFORE.test(before) && (BACK.test(around) || REACHABLE.test(around))) {
    return readings(date, around, today);
  }
  const previous = all[i - 1];
  const isRange =
    (previous !== undefined && RANGE.test(folded.slice(previous.to, date.from))) ||
    DAY_RANGE.test(before);
  // "My assistant can be reached until ..." says nothing of the writer.
  const ofHelp = UNTIL.test(before) && REACHABLE.test(before) && !AWAY.test(before);
  if (isRange || (UNTIL.test(before) && !ofHelp)) {
    return readings(date, around, today).map((last) => addDays(last, 1));
  }
  if (BACK.test(around)) return readings(date, around, today);
  if (FROM_THEN_ON.test(before) && REACHABLE.test(around) && !AWAY.test(around)) {
    return readings(date, around, today);
  }
  return [];
}

/** Month first is English alone. */
const ENGLISH = /\b(?:back|return|returning|until|till?|the|will|i'm|from|available|and)\b/;
/** Of two readings of a date the one beyond this is hardly meant. */
const LIKELY_DAYS = 60;

function readings(date: DateMention, around: string, today: string): readonly string[] {
  const meant =
    ENGLISH.test(around) || date.days.length === 1
      ? date.days
      : date.days.filter((day) => day !== date.monthFirst);
  const soon = meant.filter((day) => day <= addDays(today, LIKELY_DAYS));
  return (soon.length > 0 ? soon : meant).slice(-1);
}

/** A full stop after a number or a short word ends no sentence. */
const END = /[!?;\n]|\.(?=\s|$)/g;
const NO_END =
  /(?:\d|\b(?:inkl|einschl|incl|ca|dr|hr|fr|mr|mrs|ms|bzw|tel|p\.m|a\.m|z\.b|e\.g|i\.e|mo|di|mi|do|sa|so|mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim|nov|dec|dez|jan|feb|sept?|oct|okt))$/;

function sentenceStart(folded: string, date: DateMention, from: number): number {
  let start = from;
  for (const end of ends(folded.slice(from, date.from))) start = from + end + 1;
  return start;
}

function sentenceEnd(folded: string, date: DateMention, to = folded.length): number {
  const [first] = ends(folded.slice(date.to, to));
  return first === undefined ? to : date.to + first;
}

const ends = (text: string): number[] =>
  [...text.matchAll(END)]
    .filter(
      (match) =>
        match[0] !== "." || !NO_END.test(text.slice(Math.max(0, match.index - 12), match.index)),
    )
    .map((match) => match.index);

/**
 * The day on which to write again: so many business days after the first one back. Weekends and
 * `holidays` (YYYY-MM-DD) are no business days; somebody who is back on one begins with the next.
 */
export function resumeDay(
  firstDayBack: string,
  businessDays: number,
  holidays: readonly string[],
): string {
  const works = (day: string): boolean => isoWeekday(day) <= 5 && !holidays.includes(day);
  let day = firstDayBack;
  for (let left = businessDays, tries = 0; tries < 400; tries++, day = addDays(day, 1)) {
    if (!works(day)) continue;
    if (left === 0) break;
    left--;
  }
  return day;
}

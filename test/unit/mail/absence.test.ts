import { describe, expect, test } from "vitest";
import { readReturn, resumeDay } from "#modules/inbox/rules/kinds/absence.ts";
import { cpuMs } from "#test/support/cpu-time.ts";

/** A Wednesday. */
const TODAY = "2026-11-18";

describe("the first day back, as an absence notice tells it", () => {
  test.each([
    // English
    ["I will be back on Monday 30 November.", "2026-11-30"],
    ["I am out of the office until 12/12/2026.", "2026-12-13"],
    ["I'm away until Friday, December 4th, and will answer then.", "2026-12-05"],
    ["Out of office from 20 November to 3 December 2026.", "2026-12-04"],
    ["I'll be out of the office 20-24 November with no access to mail.", "2026-11-25"],
    ["I am away from November 20 and will return on December 3.", "2026-12-03"],
    ["I return to the office on 2026-12-01.", "2026-12-01"],
    ["I will not be back until 3rd of December", "2026-12-03"],
    [
      "Thank you for your mail. I will be back\nin the office on the\n3rd December 2026.",
      "2026-12-03",
    ],
    ["I'm back on Monday. For urgent matters call Bob.", "2026-11-23"],
    ["I am out of the office through Nov. 27.", "2026-11-28"],
    ["Available again from 7 Dec.", "2026-12-07"],
    ["On leave until 3 Jan", "2027-01-04"],
    // No day, but a time: the end of what "until" names, the beginning of what "back in" does.
    ["I'm away for the next three weeks.", "2026-12-09"],
    ["I am out until early January.", "2027-01-11"],
    ["I am on maternity leave until June.", "2027-07-01"],
    ["I'll be back in the office tomorrow.", "2026-11-19"],
    ["I'm out until the 30th.", "2026-12-01"],
    ["I'm on vacation until the end of the month.", "2026-12-01"],
    ["Back next week.", "2026-11-23"],
    ["I'm travelling next week and will have limited access.", "2026-11-30"],
    ["I am out of office until 14:00 on Monday 23 November.", "2026-11-24"],
    ["I am out until EOD Tuesday 24 Nov.", "2026-11-25"],
    ["Ich bin bis Mitte Dezember im Urlaub.", "2026-12-16"],
    ["Ich bin in KW 48 nicht im Büro.", "2026-11-30"],
    ["Ich bin bis zum 30. nicht erreichbar.", "2026-12-01"],
    ["Nächste Woche bin ich wieder im Büro.", "2026-11-23"],
    ["Ich bin ab morgen wieder da.", "2026-11-19"],
    ["Je suis en congé maternité jusqu'en avril.", "2027-05-01"],
    ["Absente jusqu'au 30.", "2026-12-01"],
    ["Je reviens dans deux semaines.", "2026-12-02"],
    ["Estoy fuera hasta mediados de diciembre.", "2026-12-16"],
    ["Vuelvo la semana que viene.", "2026-11-23"],
    ["Sarò assente fino a fine novembre.", "2026-12-01"],
    ["Estarei de férias até meados de dezembro.", "2026-12-16"],
    ["Ik ben tot eind december met verlof.", "2027-01-01"],
    ["Wracam jutro.", "2026-11-19"],
    ["My assistant is available until 30 November.", null],
    ["In urgent cases call my colleague; I answer within 2 days.", null],
    ["I have been with the company for 2 years. Out of office.", null],
    ["Guten Morgen, ich bin im Urlaub.", null],
    ["Out of office. Sales is available this week at sales@acme.example.", null],
    ["I may be slow to respond in May and March.", null],
    // Portuguese
    ["Estou de férias até 4 de dezembro.", "2026-12-05"],
    ["Estarei fora do escritório de 20 a 24 de novembro.", "2026-11-25"],
    ["Volto na segunda-feira, 30 de novembro de 2026.", "2026-11-30"],
    ["Estarei de volta no dia 07/12/2026.", "2026-12-07"],
    ["Regressarei ao escritório a partir do dia 3 de dezembro.", "2026-12-03"],
    ["Estou ausente até ao dia 27 de novembro e regresso a 30 de novembro.", "2026-11-30"],
    ["Retorno em 1º de dezembro.", "2026-12-01"],
    ["Só voltarei na segunda-feira.", "2026-11-23"],
    // Polish
    ["Jestem na urlopie do 4 grudnia.", "2026-12-05"],
    ["Wracam w poniedziałek, 30 listopada 2026 r.", "2026-11-30"],
    ["Będę nieobecny od 20 listopada do 3 grudnia 2026.", "2026-12-04"],
    ["Wrócę 7 grudnia.", "2026-12-07"],
    ["W dniach 20-24.11.2026 przebywam na urlopie, wracam 25 listopada.", "2026-11-25"],
    ["Będę ponownie dostępna od 01.12.2026.", "2026-12-01"],
    ["Nie wrócę przed 5 stycznia.", "2027-01-05"],
    // German
    ["Ich bin ab dem 3. Dezember wieder im Büro.", "2026-12-03"],
    ["zurück am 3. Dezember", "2026-12-03"],
    ["Ich bin bis zum 03.12.2026 nicht im Haus.", "2026-12-04"],
    [
      "Ich bin vom 16.11. bis 27.11.2026 im Urlaub und ab dem 30.11. wieder für Sie da.",
      "2026-11-30",
    ],
    ["Ich bin bis einschließlich Freitag, den 4.12. abwesend.", "2026-12-05"],
    ["Vielen Dank für Ihre Nachricht. Ich bin am Montag, 30. November 2026 zurück.", "2026-11-30"],
    ["Vom 20.-24.11. bin ich nicht erreichbar.", "2026-11-25"],
    ["Ich bin am Montag wieder erreichbar.", "2026-11-23"],
    ["Ab 3.12 bin ich wieder da", "2026-12-03"],
    ["Ich bin nicht vor dem 7. Dezember zurück.", "2026-12-07"],
    ["Unser Büro ist vom 23. Dezember bis zum 6. Januar geschlossen.", "2027-01-07"],
    ["Rückkehr: 01.12.26", "2026-12-01"],
    // French
    ["Je suis absent jusqu'au 4 décembre inclus.", "2026-12-05"],
    ["Je serai de retour le lundi 30 novembre 2026.", "2026-11-30"],
    ["Absente du bureau du 20 novembre au 3 décembre.", "2026-12-04"],
    ["Je serai à nouveau joignable à partir du 07/12/2026.", "2026-12-07"],
    ["De retour le 1er décembre", "2026-12-01"],
    ["Je ne serai pas de retour avant le 5 janvier.", "2027-01-05"],
    // Spanish
    ["Estaré fuera de la oficina hasta el 4 de diciembre.", "2026-12-05"],
    ["Vuelvo el lunes 30 de noviembre de 2026.", "2026-11-30"],
    ["Me reincorporaré el 07/12/2026.", "2026-12-07"],
    ["Estoy de vacaciones del 20 al 27 de noviembre.", "2026-11-28"],
    // Italian
    ["Sono in ferie fino al 4 dicembre.", "2026-12-05"],
    ["Rientrerò in ufficio lunedì 30 novembre.", "2026-11-30"],
    ["Sarò assente dal 20 novembre al 3 dicembre 2026", "2026-12-04"],
    ["Sarò di nuovo disponibile a partire dal 07/12/2026.", "2026-12-07"],
    // Dutch
    ["Ik ben afwezig tot en met 4 december.", "2026-12-05"],
    ["Ik ben op maandag 30 november weer aanwezig.", "2026-11-30"],
    ["Vanaf 7 december ben ik weer bereikbaar.", "2026-12-07"],
    ["Ik ben met vakantie van 20 november t/m 3 december.", "2026-12-04"],
    ["Ik ben 1 december terug", "2026-12-01"],
  ])("%s", (text, day) => {
    expect(readReturn(text, TODAY)).toBe(day);
  });

  test.each([
    ["no date at all", "I am out of the office and will answer when I am back."],
    ["a day that lies behind", "I am out of the office until 1 November 2026."],
    ["a day without a year that just went by", "I'm back on 16 November."],
    ["a date that says nothing of the return", "Meet us at the fair on 5 December!"],
    ["office hours", "We are available 24/7."],
    ["a first day away", "Ab dem 20. November bin ich im Urlaub."],
    ["a first day away, in Dutch", "Vanaf 20 november ben ik afwezig."],
    ["an impossible day", "Back on 31 November 2026."],
    ["a year far away", "Until 12/12/2036"],
    ["a time of day", "Ich bin bis 17.30 Uhr erreichbar."],
    ["no word", ""],
  ])("nothing in %s", (_name, text) => {
    expect(readReturn(text, TODAY)).toBeNull();
  });

  test("of two readings the later within two months, unless the weekday or the language decides", () => {
    expect(readReturn("I am back on 12/03/2026", "2026-02-20")).toBe("2026-03-12");
    expect(readReturn("I am back on 05/03/2026", "2026-02-20")).toBe("2026-03-05");
    expect(readReturn("I am back on 04/03/2026", "2026-03-01")).toBe("2026-04-03");
    expect(readReturn("I'm back on Sunday 04/05/2026", "2026-03-20")).toBe("2026-04-05");
    expect(readReturn("I'm back on Monday 04/05/2026", "2026-03-20")).toBe("2026-05-04");
    expect(readReturn("Torno il 04/03/2026", "2026-03-01")).toBe("2026-03-04");
    expect(readReturn("I return on 12/31/2026", TODAY)).toBe("2026-12-31");
    expect(readReturn("I'm out until 3/12", TODAY)).toBe("2026-12-04");
  });

  test("hostile text costs nothing", () => {
    const began = cpuMs();
    for (const text of [
      "1.".repeat(50_000),
      "until ".repeat(20_000),
      "back on 1 ".repeat(20_000),
      "3 december ".repeat(10_000),
      "not ".repeat(30_000),
      " ".repeat(100_000),
    ]) {
      readReturn(text, TODAY);
    }
    expect(cpuMs() - began).toBeLessThan(1_500);
  });
});

describe("the day on which to write again", () => {
  test.each([
    ["2026-12-03", 1, [], "2026-12-04"],
    ["2026-12-04", 1, [], "2026-12-07"],
    // Back on a Saturday is back on Monday.
    ["2026-12-05", 1, [], "2026-12-08"],
    ["2026-12-05", 0, [], "2026-12-07"],
    ["2026-12-23", 1, ["2026-12-24", "2026-12-25"], "2026-12-28"],
    ["2026-12-03", 3, [], "2026-12-08"],
  ] as const)("%s and %d business days: %s", (back, days, holidays, resumed) => {
    expect(resumeDay(back, days, holidays)).toBe(resumed);
  });
});

import type { Phrases } from "./phrases.ts";

export const GERMAN: Phrases = {
  greetings: ["Hallo {to},", "Guten Morgen {to},", "Hi {to},", "Moin {to},", "Servus {to},"],
  plainGreetings: ["Hallo,", "Guten Morgen,", "Hallo zusammen,", "Guten Tag,"],
  openings: [
    "ich hoffe, die Woche läuft gut bei dir.",
    "danke noch einmal für das Gespräch neulich.",
    "nur kurz, bevor ich es vergesse.",
    "beim Aufräumen meiner Liste ist mir etwas aufgefallen.",
    "entschuldige, dass es so kurzfristig kommt.",
    "noch ein Nachtrag zu unserem Telefonat.",
    "ich hoffe, du hattest ein schönes Wochenende.",
  ],
  closings: [
    "Sag mir gern, was du davon hältst.",
    "Lass dir Zeit damit.",
    "Wir können auch kurz telefonieren.",
    "Sonst besprechen wir es am {day}.",
    "Melde dich, wenn etwas unklar ist.",
    "Ein kurzes Ja oder Nein reicht.",
    "Vielen Dank dir.",
  ],
  signOffs: [
    "Viele Grüße\n{from}",
    "Beste Grüße\n{from}",
    "Danke und Gruß\n{from}",
    "Bis bald\n{from}",
    "{from}",
  ],
  days: ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag"],
  topics: [
    {
      subjects: [
        "Protokoll von {day}",
        "Notizen aus der Besprechung",
        "Was wir vereinbart haben",
        "Kurzes Protokoll",
      ],
      lines: [
        [
          "Ich habe aufgeschrieben, was wir in der Runde entschieden haben.",
          "Unten steht, wie ich das Gespräch am {day} verstanden habe.",
          "Die Notizen aus unserem Termin sind jetzt sortiert.",
        ],
        [
          "Zuerst kommt der neue Entwurf, danach die Übersetzungen.",
          "Der Lieferant braucht unsere Antwort bis {day}.",
          "Wir probieren es erst mit {n} Leuten aus.",
        ],
        ["Habe ich etwas vergessen?", "Stimmen die Termine so?", "Würdest du etwas anders sagen?"],
      ],
      answers: [
        "Passt für mich, da fehlt nichts.",
        "Gut zusammengefasst. Nur den Termin würde ich auf {day} legen.",
        "So habe ich es auch in Erinnerung.",
      ],
    },
    {
      subjects: ["Mittagessen am {day}?", "Essen diese Woche", "Kaffee nächste Woche?", "Mittag"],
      lines: [
        [
          "Ein paar von uns wollen das neue Lokal an der Ecke ausprobieren.",
          "Am {day} bin ich bei euch in der Nähe.",
          "Wir waren schon lange nicht mehr zusammen essen.",
        ],
        [
          "Ich dachte an {time} Uhr, bin aber flexibel.",
          "Wir wären zu {n}., ich reserviere dann einen Tisch.",
          "Würde dir {day} gegen {time} Uhr passen?",
        ],
        ["Bist du dabei?", "Soll ich dich mit einplanen?", "Gibt es etwas, das du nicht isst?"],
      ],
      answers: [
        "Bin dabei, {time} Uhr ist perfekt.",
        "Sehr gern, aber {day} passt mir besser.",
        "Ja bitte, ich esse alles.",
      ],
    },
    {
      subjects: ["Entwurf für den Zeitplan", "Termine der nächsten Wochen", "Zeitplan", "Planung"],
      lines: [
        [
          "So würde ich die nächsten Wochen planen.",
          "Ich habe die Termine verschoben, damit niemand zwei Sachen zugleich macht.",
          "Ich habe mir den Zeitplan noch einmal angesehen.",
        ],
        [
          "Der erste Teil dauert etwa {n} Tage, der zweite etwas länger.",
          "Wir fangen am {day} an und haben in der Woche darauf eine erste Fassung.",
          "Die Prüfung braucht mehr Zeit, ich habe {n} Tage eingetragen.",
        ],
        ["Passt das zu deinem Urlaub?", "Siehst du ein Risiko?", "Kann dein Team damit leben?"],
      ],
      answers: [
        "Passt. Am {day} bin ich nicht da, sonst gut.",
        "Klingt realistisch, so machen wir es.",
        "Die Prüfung darf kürzer sein, sonst einverstanden.",
      ],
    },
    {
      subjects: [
        "Der Drucker im zweiten Stock",
        "Kleinigkeit im Büro",
        "Besprechungsraum",
        "Kaffeemaschine",
      ],
      lines: [
        [
          "Der Drucker auf unserem Flur frisst wieder Papier.",
          "Im kleinen Raum lief die ganze Nacht der Beamer.",
          "Die Kaffeemaschine zeigt seit heute früh einen Fehler.",
        ],
        [
          "Der Service kommt am {day} ab {time} Uhr.",
          "Das Ersatzteil ist wohl bestellt, gehört habe ich nichts.",
          "Bis dahin bitte den Apparat neben der Küche nehmen.",
        ],
        ["Sagst du den anderen Bescheid?", "Wer kümmert sich jetzt darum?", "Ist das in Ordnung?"],
      ],
      answers: [
        "Danke fürs Kümmern, ich habe es weitergesagt.",
        "Ich glaube, das macht jetzt die Verwaltung, ich frage nach.",
        "In Ordnung.",
      ],
    },
    {
      subjects: ["Frage zum Bericht", "Zahlen für den Bericht", "Quartalsbericht", "Eine Frage"],
      lines: [
        [
          "Ich sitze am Bericht und eine Zahl kommt mir seltsam vor.",
          "Beim Zusammenstellen der Zahlen ist mir eine Lücke aufgefallen.",
          "Der Bericht ist fast fertig, es fehlt nur die letzte Seite.",
        ],
        [
          "Auf Seite {n} steht etwas anderes als in der Tabelle.",
          "Die Werte vom letzten Monat sind höher als erwartet.",
          "Ich habe den Stand von {day} genommen.",
        ],
        ["Hast du noch die alte Datei?", "Kannst du kurz draufschauen?", "Was von beidem stimmt?"],
      ],
      answers: [
        "Die Tabelle stimmt, Seite {n} war ein alter Stand.",
        "Ich schaue heute Nachmittag drauf und melde mich.",
        "Die Datei liegt jetzt im gemeinsamen Ordner.",
      ],
    },
    {
      subjects: ["Fahrt zur Messe", "Reise am {day}", "Fahrkarten", "Hotel"],
      lines: [
        [
          "Ich buche gerade die Fahrt zur Messe.",
          "Unsere Plätze auf der Tagung sind bestätigt.",
          "Langsam sollten wir die Anreise planen.",
        ],
        [
          "Um {time} Uhr fährt ein Zug, mit dem wir vor Mittag da sind.",
          "Das Hotel neben der Halle hat noch {n} Zimmer.",
          "Wenn wir am {day} fahren, bleibt der Abend zum Vorbereiten.",
        ],
        ["Soll ich für dich mitbuchen?", "Lieber am Fenster?", "Fährst du lieber mit dem Auto?"],
      ],
      answers: [
        "Bitte mitbuchen, der frühe Zug ist gut.",
        "Ich fahre mit dem Auto und nehme den Stand mit.",
        "Perfekt, das Geld bekommst du am {day}.",
      ],
    },
  ],
  thanks: [
    "Danke für deine Mail.",
    "Gut, dass du fragst.",
    "Danke dir!",
    "Entschuldige die späte Antwort.",
    "Klar.",
    "",
  ],
  wrote: "{from} schrieb:",
};

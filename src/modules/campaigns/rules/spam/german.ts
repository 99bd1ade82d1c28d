import type { Lexicon } from "./lexicon.ts";

const UMLAUTS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/** German. The weights mean what they mean in English. */
export const german: Lexicon = {
  language: "de",
  groups: [
    {
      category: "urgency",
      weight: 6,
      terms: `jetzt handeln | handeln sie jetzt | sofort handeln | letzte chance | letzte mahnung | letzte erinnerung |
        nur noch heute | endet heute | läuft heute ab | dringende mitteilung | sofort antworten | ihr konto wird gesperrt |
        konto gesperrt | sie wurden ausgewählt | nicht löschen | solange der vorrat reicht`,
    },
    {
      category: "urgency",
      weight: 4,
      terms: `dringend | eilt | beeilen sie sich | jetzt kaufen | jetzt bestellen | jetzt anmelden | jetzt sichern |
        jetzt zugreifen | jetzt anrufen | heute bestellen | nur heute | nur für kurze zeit | nur kurze zeit | zeitlich begrenzt |
        begrenztes angebot | begrenzte stückzahl | begrenzte plätze | nur noch wenige | angebot endet | nicht verpassen |
        verpassen sie nicht | sofortiger zugang | schlagen sie zu | worauf warten sie`,
    },
    {
      category: "money",
      weight: 7,
      terms: `geld verdienen | schnelles geld | leicht verdient | von zuhause arbeiten | nebenverdienst | passives einkommen |
        finanzielle freiheit | schnell reich | garantierter gewinn | garantierte rendite | sie haben gewonnen |
        ihr gewinn | gewinnbenachrichtigung | bargeldpreis | millionen euro | verdoppeln sie | ohne eigenkapital |
        geld zurück garantie`,
    },
    {
      category: "money",
      weight: 4,
      terms: `kostenlos | gratis | umsonst | kostenfrei | geschenkt | geschenk | gutschein | rabatt | sonderrabatt |
        sonderangebot | schnäppchen | billig | bestpreis | tiefpreis | tiefstpreis | günstigster preis | preissturz |
        zum halben preis | geld sparen | ohne kosten | keine versteckten kosten | keine kreditkarte | kreditkarte nicht nötig |
        sofortkredit | kredit ohne schufa | umschuldung | schuldenfrei | lotterie | glücksspiel | kryptowährung |
        unverbindliches angebot | gewinnspiel | prämie | cashback aktion`,
    },
    {
      category: "exaggeration",
      weight: 5,
      terms: `100% garantiert | hundertprozentig | garantiert | garantie auf erfolg | risikofrei | ohne risiko | wunder |
        wundermittel | abnehmen | unglaublich | sensationell | einmalig | einmalige gelegenheit | einzigartige chance |
        revolutionär | bahnbrechend | weltbester | nie wieder | geheimtipp | geheimnis | erfolgsgeheimnis | mühelos |
        kinderleicht | über nacht | explodieren | umsatz verdoppeln | konkurrenzlos | unschlagbar | phänomenal`,
    },
    {
      category: "shady",
      weight: 8,
      terms: `potenzmittel | ohne rezept | rezeptfrei bestellen | passwort bestätigen | konto bestätigen |
        konto verifizieren | bankdaten | kontodaten bestätigen | verdächtige aktivität | kein spam | dies ist kein spam |
        massenmail | adressen kaufen | schneeballsystem | vertrauliches geschäft`,
    },
    {
      category: "shady",
      weight: 5,
      terms: `hier klicken | klicken sie hier | klicken sie jetzt | klicken sie auf den link | anhang öffnen |
        herzlichen glückwunsch | sehr geehrter kunde | sehr geehrte damen und herren | lieber freund | ohne verpflichtung |
        unverbindlich testen | kein haken | bekannt aus dem fernsehen | seite eins bei google | suchmaschinenoptimierung |
        mehr besucher | newsletter abbestellen hier`,
    },
    {
      category: "jargon",
      weight: 2,
      terms: `synergien | synergieeffekte | ganzheitlich | maßgeschneiderte lösung | innovative lösung | zukunftssicher |
        auf augenhöhe | am puls der zeit | aus einer hand | rundum sorglos | auf das nächste level | mehrwert schaffen |
        kurz nachfassen | ich hoffe es geht ihnen gut | ich hoffe diese mail | kurzes telefonat | nur eine kurze frage |
        darf ich kurz stören | digitale transformation gestalten | skalierbare lösung`,
    },
  ],
  instead: {
    "jetzt handeln": "wenn es Ihnen passt",
    kostenlos: "im Preis enthalten, oder was es kostet",
    gratis: "im Preis enthalten, oder was es kostet",
    dringend: "das Datum selbst",
    garantiert: "das Ergebnis eines Kunden, mit Zahl",
    rabatt: "was es kostet",
    "hier klicken": "was der Link zeigt",
    "klicken sie hier": "was der Link zeigt",
    "sehr geehrte damen und herren": "der Name",
    "kurz nachfassen": "etwas Neues, oder eine Frage",
    unglaublich: "was es kann",
  },
  advice: {
    urgency: "Nennen Sie ein Datum, oder lassen Sie den Druck weg.",
    money: "Sagen Sie es in Zahlen, oder nach der ersten Antwort.",
    exaggeration: "Sagen Sie, was es kann, mit einer Zahl oder einem Namen.",
    shady: "Lassen Sie es weg: Filter kennen es aus Betrug.",
    jargon: "Sagen Sie es wie am Tisch gegenüber.",
    formatting: "Schreiben Sie es schlicht.",
  },
  root(word) {
    const plain = word.replace(/[äöüß]/g, (char) => UMLAUTS[char] ?? char);
    if (plain.length <= 5 || !/^[a-z]+$/.test(plain)) return plain;
    return plain.replace(/(?<=....)(?:e[nmrs]?|n|s)+$/, "");
  },
  optOut:
    /abmelden|abbestellen|austragen|keine (?:weiteren )?(?:mails|nachrichten)|nicht mehr (?:schreiben|melden)/i,
};

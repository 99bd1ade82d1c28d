import type { Language } from "#modules/inbox/rules/replies/find-phrases.ts";

/** Dutch. How a phrase is written is explained in the guide about replies. */
export const dutchReplies: Language = {
  code: "nl",
  common:
    "de het een en van in is dat die op te voor met niet zijn aan er ik wij we mij me ons u uw je jullie mijn ook als maar om bij naar uit nog wel geen heb heeft ben kan wil graag",
  lists: {
    mine: "mij|me|ons|<email>|(mijn|ons|onze|dit|deze|m'n|het|al mijn|al onze) (e-mailadres|mailadres|emailadres|adres|adressen|gegevens|naam|e-mail|email|mail|contactgegevens|persoonsgegevens|nummer|account|bedrijf|domein|inschrijving|persoonlijke gegevens|contact|data)",
    list: "lijst|lijsten|bestand|bestanden|mailinglijst|mailinglist|mailing|database|databank|nieuwsbrief|systeem|verzendlijst|adressenbestand|adresbestand|crm|mailbestand|distributielijst|mailings|contactenlijst|adreslijst|contacten|maillijst",
    mail: "mail|mails|e-mail|e-mails|email|emails|bericht|berichten|reclame|nieuwsbrief|nieuwsbrieven|spam|post|aanbiedingen|mailings|communicatie|contact|reclames|mailtjes|mailtje|advertenties",
    day: "maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|morgen|overmorgen|vandaag",
    month:
      "januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december",
    later:
      "{month}|voorjaar|lente|zomer|herfst|najaar|winter|kwartaal|halfjaar|jaar|maanden|maand|weken|kerst|pasen|vakantie|2026|2027|2028|2029|2030|q1|q2|q3|q4|<date>|zomervakantie|feestdagen|jaren",
    meet: "bellen|belafspraak|telefoontje|gesprek|afspraak|afspreken|meeting|demo|demonstratie|videogesprek|call|kennismaking|kennismakingsgesprek|koffie|overleg|teams|zoom|presentatie|sparren|bespreken|spreken|praten|overleggen|videocall|kop koffie|kennismaken",
    info: "info|informatie|details|offerte|voorstel|brochure|folder|prijzen|prijs|prijslijst|materiaal|presentatie|link|voorbeelden|voorbeeld|meer|catalogus|documentatie|tarieven|tarief|aanbod|referenties|gegevens|prijsopgave|video",
    colleague:
      "collega|collega's|collegas|baas|leidinggevende|manager|directeur|directrice|afdeling|inkoop|ict|it|hr|team|eigenaar|compagnon|marketing|administratie|boekhouding|personeelszaken|dhr|mevrouw|mevr|meneer|verantwoordelijke|directie|hoofd|secretariaat|finance",
  },
  courtesies:
    "hallo hoi beste geachte goedemorgen goedemiddag goedenavond goedendag dag heer mevrouw meneer dhr mevr alstublieft alsjeblieft aub ajb svp bedankt dank dankjewel dankuwel je u jullie wel graag voor uw mail bericht e-mail interesse reactie groet groeten vriendelijke met hartelijk ok oké en maar nu direct meteen per onmiddellijk even bij voorbaat sorry helaas gewoon toch ook allemaal hartelijke de het",
  negations: "niet geen nooit nee niks niets zonder noch nimmer",
  negatesBehind: true,
  conditions: "als indien tenzij wanneer voordat totdat mits zodra tot of",
  softeners: `
    (indien|als) (mogelijk|u (wilt|kunt|zou)|je (wilt|wil|kunt|kan|zou)|het kan|jullie (willen|kunnen))
    (geen (probleem|punt|bezwaar)|waarom niet|aarzel niet|niet alleen|geen enkel probleem)
    (nooit|niet) ~3 (gevraagd|aangemeld|toestemming|ingeschreven|geabonneerd|verzocht)
    zonder ~1 (toestemming|mijn toestemming)`,
  joints: "en maar want omdat dus die dat wie hoewel echter terwijl om waar",
  contrasts: "maar echter wel",
  stays: `
    maar (met|bij) (mij|me|ons)
    bel (me|mij|ons) niet (mail|schrijf|stuur)
    (wij|we|ik) (willen|wil|gaan|ga|moeten) ~2 stoppen met (handmatig|zelf|het|papieren|koud|onze|dit) ~2
    stop (me|mij|er|ons)? ~1 niet
    (mail|schrijf|gebruik|stuur) ~3 <email>
    (haal|haalt|verwijder|schrijf|meld|gooi) (mij|me|ons) ~3 niet 
    (mij|me|ons) ~2 niet (verwijderen|uitschrijven|afmelden|van de lijst)
    (hou|houd|houdt|laat) (mij|me|ons) ~2 (op de (lijst|hoogte)|in het bestand|staan)
    (nieuw|ander|juiste|juist|privé|correct|correcte) (adres|e-mailadres|mailadres|email|mail|account)
    (gebruik|mail|stuur) ~3 <email> (voortaan|in plaats)
    bel (mij|me) liever`,
  closings: `
    ^ (met)? (vriendelijke|hartelijke|vriendelijk|sportieve|zonnige|beste|warme) (groet|groeten)
    ^ (groet|groeten|groetjes|mvg|hoogachtend|vr gr|vriendelijke groet|gr)
    ^ (bedankt|dank|dank u|dank je|alvast bedankt|bij voorbaat dank) $`,
  disclaimers: `
    (dit|deze|de inhoud van|de informatie) ~2 (e-mail|email|e-mailbericht|bericht|mail|informatie) ~6 (vertrouwelijk|vertrouwelijke|bestemd|bedoeld|uitsluitend|bevat|kan|geadresseerde|en eventuele|is)
    (disclaimer|vertrouwelijkheid|proclaimer)
    (indien|als|om|wilt) (u|je|deze|niet|uit te|geen|dit) ~6 (geadresseerde|bestemd|abusievelijk|klik|ontvangen|uitschrijven|onterecht|antwoord|schrijven)
    (u ontvangt|je ontvangt|u heeft) (deze|dit)
    (uitschrijven|afmelden|voorkeuren) ~1 (<url>|hier|voorkeuren|van de nieuwsbrief)
    (denk aan het milieu|bespaar papier)`,
  firstPerson: "ik me mij mijn wij we ons onze mezelf",
  misspelt:
    "uitschrijven afmelden verwijderen verwijder geïnteresseerd interesse interessant nieuwsbrief",
  phrases: {
    do_not_contact: {
      whole: `
        (stop|stoppen|genoeg|uitschrijven|uitschrijving|afmelden|afmelding|verwijderen|verwijder|schrappen|unsubscribe|opzeggen|afgemeld|uitgeschreven)
        (stop|stoppen) (met|hiermee|daarmee|nu|aub|hier mee) ~1 (mailen|mail|mails|spammen|e-mailen|sturen|schrijven|emailen)?
        (mij|me|graag|ons) (uitschrijven|afmelden|verwijderen|schrappen)
        (meld|schrijf) (mij|me|ons) (af|uit)
        (geen|nooit) (mail|mails|e-mails|reclame|spam|berichten|contact|emails|nieuwsbrieven|post) (meer|aub|alstublieft)?
        (niet|nooit) meer (mailen|sturen|contacteren|benaderen|schrijven|bellen|contact opnemen|e-mailen)
        (hou|houd) op
        (graag|gelieve) ~1 (verwijderen|uitschrijven|afmelden|stoppen) ~2
        (geblokkeerd|gemarkeerd als spam|als spam gemarkeerd)`,
      clear: `
        laat (mij|me|ons) (nu|alsjeblieft|aub|eens|gewoon)? met rust
        (haal|haalt|verwijder|verwijdert|verwijderen|schrap|schrapt|gooi|schrijf|meld|streep|wis|wist|doe|gelieve) (u|jullie)? (aub|alstublieft|alsjeblieft|svp|direct|onmiddellijk|s.v.p)? {mine} ~2 (uit|van|af) ~3 {list} ~1 (af)?
        (verwijder|verwijdert|schrap|schrapt|wis|wist|delete) (u|jullie)? (aub|alstublieft|direct|onmiddellijk|dan ook)? {mine} ~2
        {mine} ~3 (uit|van) ~3 {list} ~1 (te)? (verwijderen|halen|schrappen|af te halen|afhalen|wissen|gehaald|verwijderd|uitschrijven|haalt|verwijdert)
        (uit|van) (uw|jullie|de|deze|je|het|dit) ~1 {list} ~1 (te)? (verwijderen|halen|schrappen|verwijderd|gehaald|af|uitschrijven|uitgeschreven|afmelden)
        (meld|schrijf|schrijft|meldt|haal|haalt) (u|jullie)? (mij|me|ons) ~3 (af|uit) ~1
        {mine} (aub|alstublieft|alsjeblieft|direct|graag)? (te)? (verwijderen|wissen|schrappen|uitschrijven|uit te schrijven|af te melden|afmelden) ~2
        (wil|willen|wens|wensen|zou graag|wilde) (ik|wij|we|mij|me|ons)? (graag)? ~2 (uitschrijven|afmelden|uitgeschreven worden|afgemeld worden|verwijderd worden|worden uitgeschreven|worden afgemeld|worden verwijderd)
        ! (hoe|waar) (kan|schrijf|meld|kom) (ik|wij|je)? ~3 (uitschrijven|afmelden|uit|af|afkomen|uitgeschreven) ~2
        (verzoek|verzoeken|eis|eisen|vraag|sommeer) (ik|wij|u|jullie|om)? ~6 (verwijdering|verwijderen|wissen|te verwijderen|verwijdert|uitschrijving|te wissen|schrappen) ~4
        (wil|willen|wens|wensen|wil graag|hoef|hoeven|stel|stellen) (ik|wij|we|hier|verder)? ~2 (geen|nooit|niets) ~3 ({mail}|horen|contact|prijs)? ~2 (ontvangen|krijgen|te ontvangen|te krijgen|meer horen|van u|van jullie|meer $) ~1
        (zou|mag|kan) ik (me|mij) (graag)? (afmelden|uitschrijven) (voor|van|op|$) ~2 ({list}|$)
        (me|mij) graag (uitschrijven|afmelden) ~1 (op|van|voor|uit) ~2 {list}
        (geen|nooit) (verdere|ongevraagde|commerciële|andere)? {mail} meer (van u|van jullie|ontvangen|sturen|toesturen|te ontvangen|krijgen|op te nemen|zenden|$) ~1
        (neem|neemt|gelieve|zoek) (aub|alstublieft|u)? (geen|nooit) ~2 contact ~1 (meer|op) ~5
        (stuur|stuurt|mail|mailt|schrijf|schrijft|benader|benadert|contacteer|bel|belt|val|zend|sturen|e-mail) (u|jullie)? (mij|me|ons)? (aub|alstublieft)? (niet meer|nooit meer|niks meer|niets meer|geen|niet langer|niet weer|niet nog) ~3 (lastig|meer|reclame|spam|{mail}|$)
        (mij|me|ons) (niet meer|nooit meer|niet langer|niet verder) ~1 (te)? (benaderen|mailen|contacteren|schrijven|bellen|lastigvallen|lastig|sturen|e-mailen|te mailen|te benaderen|storen)
        (wilt|wil|willen|kunt|zou|zouden) (u|je|jullie) (mij|me|ons)? ~1 (niet meer|nooit meer|stoppen) ~2 (benaderen|mailen|contacteren|schrijven|met mailen|sturen|lastigvallen|bellen|met|lastig)
        (niet meer|nooit meer) (benaderd|gemaild|gecontacteerd|gebeld|lastiggevallen) ~1 worden
        (hou|houd|houdt|stop|stopt|stoppen|kap) (u|jullie)? (aub|alstublieft|direct|onmiddellijk|nu|eens)? (op)? (met|hiermee|daarmee) ~2 (mailen|mij|me|ons|mails|e-mails|spammen|deze|die|sturen|berichten|lastigvallen|spam|e-mailen|schrijven|het sturen|emailen|dit|$) ~3
        (artikel|art|recht op) (17|vergetelheid|verwijdering|bezwaar) ~6
        (maak|maken|teken) (ik|wij)? ~1 bezwaar tegen ~4 (verwerking|gebruik|marketing|gegevens)
        (trek|trekken|intrekken) ~3 toestemming ~2
        laat (mij|me|ons) met rust
        (geblokkeerd|blokkeer|blokkeren) ~3
        (als|gemarkeerd als|gemeld als) spam (gemarkeerd|gemeld|aangemerkt|markeren)
        (heb|hebben|ben|had) ~2 al ~3 (uitgeschreven|afgemeld)`,
    },
    hostile: {
      whole: `
        (rot|donder|sodemieter|flikker|lazer|pleur) ~1 op
        (oplichters|oplichter|idioten|idioot|klootzakken|klootzak|spammers|spammer|sukkels|eikels|schoft|tuig|schandalig)
        <insult>`,
      clear: `
        (rot|donder|sodemieter|flikker|lazer|pleur|tief|kanker|fuck) (toch)? (lekker)? op ~2
        (val|stik|krijg|sterf) (toch)? (lekker)? (dood|de|in|maar) (kanker|tering|tyfus|klere|pleuris|kolere|moord)? ~1
        (jullie zijn|jij bent|u bent|je bent|zijn|stelletje|stel|vuile|vieze|smerige|kut|stomme|achterlijke|bende|zijn jullie|wat een|verdomde|rot) (een|allemaal|toch|echt|gewoon|ook|stelletje|vuile)? (stelletje)? (oplichters|oplichter|idioten|idioot|klootzakken|klootzak|spammers|spammer|sukkels|eikels|eikel|criminelen|dieven|parasieten|tuig|leugenaars|mongolen|imbecielen|boeven|hufters|schooiers)
        (aangifte|klacht) (doen|indienen|ingediend|dien|doe|gaan|in) ~2
        (doe|dien|doen|dienen|ga|gaan|indienen) (ik|wij|er)? ~2 (aangifte|klacht) ~4
        (schakel|schakelen|inschakelen|ingeschakeld|neem|raadpleeg) ~4 (advocaat|advocaten|jurist) ~2
        (mijn|onze) (advocaat|advocaten|jurist) ~2
        (juridische|gerechtelijke) (stappen|maatregelen|procedure|actie)
        (meld|melden|melding|gemeld|rapporteer) (ik|wij|u|jullie|dit|bij)? ~4 (autoriteit persoonsgegevens|politie|spamklacht|acm|consumentenbond|autoriteit)
        (autoriteit persoonsgegevens|spamklacht)
        (dit is|is) ~1 (intimidatie|strafbaar|illegaal|stalking)
        (overtreedt|overtreden|overtreding van|in strijd met|schending van) ~2 (avg|wet|telecommunicatiewet)
        schaam je`,
    },
    interested: {
      whole: `
        (ja|ja graag|zeker|natuurlijk|prima|uiteraard|graag|interessant|heel interessant|klinkt goed|klinkt interessant|doe maar|stuur maar|geïnteresseerd|waarom niet|absoluut|leuk|met plezier|heb interesse|<yes>) (graag|stuur maar|doe maar|hoor|prima|leuk|bedankt|zeker)?`,
      clear: `
        (klinkt|lijkt|ziet|oogt|vind|is|ziet er) (dit|het|me|mij|ons|er|heel|erg|zeer|best|wel|ik dit|ik het|ik|dat|wij|toch|we|echt)? ~1 (interessant|goed|leuk|veelbelovend|handig|mooi|geweldig|top|nuttig|boeiend|prima|goed uit)  ~1
        (heel|zeer|erg|best|wel|echt|reuze|super) interessant
        (ben|zijn|zou|zouden) (ik|wij|we)? (zeker|wel|erg|zeer|best|heel|ook)? ~1 geïnteresseerd
        (heb|hebben|heeft) (ik|wij|we)? (zeker|wel|juist|hier|hierin|absoluut|veel|grote|ook)? ~1 interesse ~1
        (wil|willen|zou|zouden) (ik|wij|we)? (graag|wel|eens)? (graag|wel|eens)? ~3 (meer weten|meer horen|zien|proberen|testen|leren kennen|bekijken|ontvangen|meer informatie|meer over|uitproberen|kennismaken met|weten hoe)
        (stuur|stuurt|mail|zend|geef|vertel|laat) (u|jullie|mij|me|ons|maar|gerust|gerust maar|het|eens|even)? (maar|gerust|even|eens|aub|dan)? ~3 {info}
        (kunt|kan|kun|zou|zouden|kunnen) (u|je|jullie) (mij|me|ons)? (aub|misschien)? ~4 (sturen|mailen|toesturen|opsturen|vertellen|helpen|doorsturen|toelichten|geven)
        kunnen jullie ~2 helpen ~1
        (vertel|hoor) (mij|me|ons|ik|eens|maar)? (graag|maar|eens)? ~1 meer
        (meer) (informatie|info|weten|horen) ~1 (graag|$|over|aub|ontvangen)
        ^ (ja|zeker|prima|natuurlijk|graag) (graag|stuur|doe|dat|ik|we|wij|hoor|leuk|klinkt|interessant|heb|mag|kan|zeker)
        (precies|exact) ~1 (wat|waar|dat) ~1 (wij|we|ik|nodig|zoeken|naar)
        (zijn|ben|waren) (wij|we|ik)? ~1 op zoek ~2
        (goede|goed|perfecte|perfect) (timing|moment|getimed)
        (wat zijn|hoe ziet) (de|het) (volgende stappen|vervolgstappen|vervolg)
        juist ~1 (leuk|interessant|graag)
        (zijn|ben) (we|wij|ik) ~1 (aan het (vergelijken|oriënteren|kijken)|oriënteren) ~3
        (spreekt|bevalt) (me|mij|ons) ~1 aan`,
      hint: `
        ^ (ja|zeker|graag)
        <yes>
        (kan|zou) ~2 (interessant|nuttig) (zijn|kunnen zijn)?
        (hou|houd) (mij|me|ons) op de hoogte`,
    },
    meeting_request: {
      whole: `
        (bel (mij|me|ons)|bel maar|bel me maar|bel me even)
        <calendar>`,
      clear: `
        (bel|belt|bellen|telefoneer) (u|jullie|mij|me|ons|maar)? ~4 ({day}|<time>|<phone>|om|op|morgen|na|tussen|gerust|even|vanmiddag|terug)
        (zullen|kunnen|kunt|kan|kun|laten|willen|wil|zou|zouden|graag|voorstel|stel|plannen|inplannen|maken|regelen|tijd|beschikbaar|prima|wellicht|misschien|goed om|een|moeten|mogelijk|leuk om) (we|wij|u|je|jullie|ik|eens|even|een keer|graag|voor|om)? ~5 {meet} 
        {meet} ~4 (plannen|inplannen|maken|afspreken|voor op|voorstellen|regelen|houden|zien|{day}|<time>|volgende week|prikken|met|vinden|hebben|hebt)
        (wanneer|welke|hoe laat) ~2 (schikt|kunt|kan|kun|heb|heeft|past|uitkomt|zou|tijd|dag|tijdstip|komt|beschikbaar|dagen|momenten|data|heeft u|is) ~4
        (ben|zijn|heb|hebben) (ik|wij|we)? ~2 (beschikbaar|vrij|op kantoor|bereikbaar|tijd|ruimte|aanwezig) ~4 ({day}|<time>|volgende week|deze week|morgen|vanaf|tussen|na|op|om)
        ({day}|<time>|volgende week|deze week) ~3 (schikt|past|kan|komt|is prima|is goed|lukt|zou kunnen|uit|goed uit|werkt|beschikbaar|vrij|kunnen|prima|is ok)
        (schikt|past|lukt|komt|kan) ~3 ({day}|<time>|volgende week|deze week) ~3
        (kom|komt|kunt|loop|loopt|spring) (u|je|jullie|gerust|maar|eens|een keer)? ~3 (langs|binnen|langskomen|op bezoek) ~3
        (spreken|bellen|zien|ontmoeten) (we|wij) (elkaar)? ~2 ({day}|volgende week|morgen|af)
        {day} ~2 (om|rond|tussen) ~1 
        (mijn|agenda|kalender|inplannen|hier|link|afspraak) ~5 <calendar>
        (mijn|mobiel|telefoon|nummer|tel|op) ~3 <phone>
        (een|de|graag) (demo|demonstratie) ~1
        (kunnen|kan|zullen) (we|wij|ik|u|je) ~2 (praten|spreken|bellen|afspreken) ~2
        {day} om <number>`,
      hint: `
        <calendar>`,
    },
    question: {
      clear: `
        ^ (wat kost|wat kosten|hoeveel|hoe|welke|welk|wie|waar|waarom|is er|zijn er|hebben jullie|heeft u|kan ik|kunnen we|kunt u|kan jullie|doen jullie|bieden jullie|werkt het|werken jullie|wat is|wat zijn|wat gebeurt|wat houdt|sinds wanneer|is het|kan het)
        (een|enkele|nog een|paar|wat|twee) (vraag|vragen|vraagje|vraagjes)
        (vraag|vragen) (ik|wij|me|mij) (af)? (of|hoe|wat|waarom)
        (graag|wil|zou) ~2 weten (of|hoe|wat|waar|wie)`,
    },
    referral: {
      clear: `
        (neem|neemt|nemen|zoek) (u|je|graag|gerust|dan|aub)? ~1 contact op met ~5
        (contact|contact opnemen) (op)? met ~2 ({colleague}|<name>|<email>|mijn|onze|de)  ~2
        (mail|stuur|richt|wend|spreek|bel|vraag|benader|contacteer|verwijs) (u|je|zich|dit|het|gerust|dan|hiervoor)? ~3 (naar|aan|tot|met|bij)? (mijn|onze|de|dhr|mevrouw|<email>|<name>) ~1 ({colleague}|<email>|<name>) ~2
        (daarvoor|hiervoor|voor dit|voor zulke|dan) ~1 (moet|kunt|kan|dien|zou) (u|je|jullie) (het beste|beter|best)? ~2 (bij|met|naar|contact|zijn|terecht|mijn|onze|<name>) ~4
        (stuur|stuurde|gestuurd|doorgestuurd|doorsturen|doorgezet|doorgegeven|geef|zet|speel|doorgespeeld|stuurt) (ik|uw|uw mail|deze|dit|het|je)? ~4 (door|naar|aan|doorgestuurd|door naar|door aan) ~3
        (juiste|goede|beste) (persoon|contactpersoon|contact|aanspreekpunt|afdeling|adres|collega) ~1 (is|hiervoor|voor|zou|hiervoor is|daarvoor is) ~4
        (verantwoordelijk|verantwoordelijke|gaat over|gaan over|beslist|regelt|contactpersoon|aanspreekpunt) ~3 (is|hierover|dit|daarover|bij ons|onze|mijn) ~4
        (zet|heb|neem|plaats|voeg) ~3 (in|in de|toe aan de) (cc|kopie) ~3
        in (de)? (cc|kopie) ~3
        (breng|brengen) (ik|u|je|jullie) ~2 in contact 
        ({colleague}|contactpersoon|verantwoordelijk|bereiken|persoon|bij|naar) ~6 <email>`,
    },
    not_now: {
      whole: `
        (nu niet|nu even niet|op dit moment niet|momenteel niet|voorlopig niet|nog niet|later|misschien later|niet nu|wellicht later|even niet|vooralsnog niet|te vroeg|dit jaar niet|volgend jaar|voor nu niet)`,
      clear: `
        (nu|op dit moment|momenteel|voorlopig|vooralsnog|dit jaar|dit kwartaal|nog|thans|voor nu|op het moment) (even|nog|is|hebben|heb|zijn|staat|past|wij|we|dit|het|helaas)? ~2 (niet|geen) ~1 ($|mogelijk|de|aan|passend|uit|op|budget|tijd|ruimte|behoefte|prioriteit|in|relevant|maar|misschien|probeer|nodig|interesse|capaciteit)
        (niet|geen) ~3 (op dit moment|momenteel|voorlopig|dit jaar|dit kwartaal|op het moment|voor nu|vooralsnog|nu) ~1
        (niet het (juiste|goede|beste)|verkeerde|slecht|slechte|ongelukkig|geen goed) (moment|timing|tijdstip)
        (neem|kom|probeer|bel|mail|vraag|stuur|benader|contacteer|herinner|laten|kunnen|spreken|laat|meld|klop|informeer|pak) (we|u|je|gerust|dan|het|me|mij|ons|er|maar|elkaar|hier)? ~5 (in|na|vanaf|over|volgend|begin|eind|medio|komend|rond|tegen|het|dit) ~2 ({later}|paar|enkele|half) ~4
        (in|na|vanaf|over|begin|eind|medio|rond) (het|de|een|een paar|enkele|twee|drie|vier|zes|2|3|4|6|volgend|komend|half)? ~1 {later} ~3 (weer|opnieuw|nog eens|contact|terug|nogmaals|oppakken|verder|bellen|benaderen|proberen|op|aan de bel|relevant)
        (volgend|komend|nieuw|nieuwe) (jaar|kwartaal|halfjaar|boekjaar|seizoen)
        (misschien|wellicht|mogelijk|eventueel) ~3 (later|volgend|komend|in {month}|in de toekomst|over een|een andere keer|een keer|ooit)
        (over|binnen) (een paar|enkele|twee|drie|vier|zes|2|3|4|6|een) (maanden|weken|jaar|maand)
        geen budget ~2 (dit|meer|tot|nu|op dit|momenteel|voor dit)
        dit jaar ~3 geen ~1 budget
        (budget|budgetten) ~3 (op|bevroren|vergeven|besteed|vastgelegd)
        (net|zojuist|pas|recent|recentelijk|onlangs) ~4 (verlengd|getekend|afgesloten|overgestapt|gekocht|aangeschaft|geïmplementeerd|gekozen|begonnen|ingevoerd)
        (te vroeg|heel druk|erg druk|te druk|razend druk|enorm druk|superdruk|hartstikke druk)
        (contract|vastzitten|zitten vast) ~4 (tot|loopt|verlengd|vast)
        (een andere keer|later nog eens|op een later|in een later) ~2`,
      hint: `
        (op dit moment|momenteel|voorlopig|vooralsnog)
        in de toekomst`,
    },
    not_interested: {
      whole: `
        (nee|nee bedankt|nee dank|nee dankjewel|geen interesse|geen behoefte|niet geïnteresseerd|geen belangstelling|niet nodig|niet interessant|niet relevant|niet van toepassing|<no>) (bedankt|dank|dankjewel|sorry|hoor)?
        (bedankt|dank) (maar)? (nee|geen interesse|niet nodig)`,
      clear: `
        (niks|niets) voor (ons|mij) ($|helaas|bedankt)
        ^ nee (bedankt|dank|hoor|dankjewel|geen|niet|wij|we|ik|hartelijk|dat|helaas)
        geen ~1 (interesse|behoefte|belangstelling|noodzaak|toegevoegde|prioriteit) ~1
        niet ~1 (geïnteresseerd|interessant|relevant|nodig|van toepassing|voor ons|voor mij|onze|geschikt|passend|aan de orde|op zoek) ~1
        (past|passen|sluit|sluiten) ~3 niet (bij|in|binnen|aan|$) ~2
        (hebben|heb) (wij|we|ik|dit|hier|het)? ~2 niet nodig
        (hebben|heb|werken|gebruiken|maken|gebruik) (wij|we|ik)? ~1 (al|reeds) ~3 (leverancier|oplossing|systeem|partner|partij|pakket|tool|software|bureau|iemand|programma|goed|voorzien|dienstverlener|boekhouder)
        (zijn|ben) (wij|we|ik|al|hier)? ~2 (al|reeds|goed|prima|ruim|volledig|zeer|erg|heel)? ~1 (voorzien|tevreden|geholpen|bediend|ingericht)
        tevreden (met|over) ~3
        (doen|doe|regelen|verzorgen|hebben) (wij|we|ik|dit|dat|alles)? ~2 (intern|zelf|inhouse|in eigen) ~1
        (zien|zie|af|bedanken|bedank|wijzen) (wij|we|ik|er|hier|hiervan|ervan)? ~2 (van af|vanaf|voor de eer|hiervoor|af) ~1
        (mocht|mochten|als|indien) ~8 (nemen|neem|laten|laat|melden|weten we|hoort|horen) (we|wij|ik|u|het)? ~2
        gaan|ga (hier)? niet ~2 (verder|mee|op in|door)
        (verspilling van|verdoe|verspil) ~1 tijd
        (te) (duur|klein|groot|kostbaar)
        geen budget (voor|$)
        (hebben|heb) (we|wij|ik)? ~1 al (geprobeerd|getest) ~4`,
      hint: `
        (hebben|heb|gebruiken|werken) (wij|we|ik)? ~1 (al|reeds)
        (bewaar|bewaren|houd|houden) ~3 (gegevens|contact|achter de hand|mail)
        geen budget`,
    },
    wrong_person: {
      whole: `
        (verkeerde|foute|onjuiste) (persoon|adres|contactpersoon|afdeling|nummer|e-mailadres|mailadres|bedrijf)
        verkeerd (adres|nummer|verbonden|e-mailadres)`,
      clear: `
        (verkeerde|foute|onjuiste|verkeerd) (persoon|adres|contactpersoon|afdeling|nummer|e-mailadres|mailadres|bedrijf|man|vrouw)
        niet ~1 (de juiste|de goede|de aangewezen) ~1 (persoon|contactpersoon|afdeling|aangewezen)?
        niet ~1 (verantwoordelijk|mijn afdeling|mijn verantwoordelijkheid|mijn taak|mijn vakgebied|mijn gebied|mijn pakkie|degene) ~1
        (ga|gaan|beslis|houd|bemoei) (ik|wij|we)? ~2 niet (over|mee|bezig|met|om) ~1
        (hier|daar) (ga|gaan|beslis) ~1 (ik|wij|we) niet over
        ga ik niet over
        (vergist|vergissing|verwarring|verwart|vergis) ~2
        (niets|niks) ~1 mee te maken`,
    },
    left_company: {
      clear: `
        (hij|zij|ze|<name>) is ~2 (vertrokken|uit dienst|weggegaan)
        (werkt|werk|is|ben|zit) ~3 niet (meer|langer) ~2 (werkzaam|bij ons|hier|voor|bij|in dienst|werken|bij het|binnen|onderdeel) ~2
        (werkt|werk) ~2 niet meer ~2
        niet (meer|langer) (werkzaam|in dienst|verbonden|actief) ~2
        (heeft|heb|is|ben) ~4 (bedrijf|organisatie|firma|dienst|onderneming|ons|<name>) ~2 (verlaten|uit)
        (heeft|heb) (ons|het|de|onze) ~2 verlaten
        (uit dienst|met pensioen|gepensioneerd|overleden|elders gaan werken)
        (laatste werkdag) ~2`,
    },
    out_of_office: {
      clear: `
        (ben|is|zijn|ik) ~3 (afwezig|met vakantie|op vakantie|niet op kantoor|niet aanwezig|met verlof|op reis|ziek|buiten kantoor|niet bereikbaar|met zwangerschapsverlof|vrij) ~1
        (weer|terug) ~3 (op kantoor|aanwezig|bereikbaar|terug|beschikbaar|aan het werk) ~1
        (afwezig|vakantie|verlof|gesloten) (tot|van|vanaf|t/m|tot en met|wegens)
        (beperkt|beperkte|geen) (toegang tot) ~2 (e-mail|mail|mijn|email)`,
    },
  },
};

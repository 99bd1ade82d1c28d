import type { Language } from "#modules/inbox/rules/replies/find-phrases.ts";

/** German. How a phrase is written is explained in the guide about replies. */
export const germanReplies: Language = {
  code: "de",
  common:
    "der die das und in ist es zu den mit von für auf dem des ein eine einen nicht sie ich wir uns mich mir ihr ihre ihren sich auch als aus bei nach wie aber noch nur werden wird haben hat bin sind kein keine bitte",
  lists: {
    me: "mich|uns|mir",
    mine: "mich|uns|<email>|(meine|unsere|diese|die) (e-mail|mail|email|persönlichen|sämtliche|sämtlichen|kompletten|kontakt)? ~1 (adresse|mailadresse|emailadresse|e-mail-adresse|daten|kontaktdaten|adressdaten|mail|email|nummer|adressen|firma|domain|personenbezogenen daten)|(mein|unser) (unternehmen|eintrag|kontakt|postfach|name|konto)|(meinen|unseren) (namen|eintrag|kontakt|account)",
    list: "liste|verteiler|listen|verteilern|verteilerliste|mailverteiler|emailverteiler|mailingliste|adressliste|datenbank|newsletter|kartei|adressdatenbank|mailliste|system|crm|kundenkartei|datenbestand|empfängerliste",
    mail: "mails|mail|emails|email|e-mails|e-mail|nachrichten|nachricht|werbung|newsletter|werbemails|zuschriften|angebote|anfragen|kontaktaufnahme|kontaktaufnahmen|kontaktversuche|schreiben|spam|werbemail|werbeanrufe|anrufe|kontakt|belästigung",
    ask: "^|bitte|und|sie|ihr|gefälligst|umgehend|sofort|(können|könnten|würden) (sie|ihr)|dass sie",
    day: "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|morgen|übermorgen|heute|mo|di|mi|do|fr",
    month:
      "januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|jan|feb|apr|jun|jul|aug|sept|okt|nov|dez",
    later:
      "{month}|frühjahr|frühling|sommer|herbst|winter|q1|q2|q3|q4|quartal|jahreswechsel|jahr|jahres|jahren|monaten|monat|wochen|weihnachten|ostern|jahresanfang|jahresende|neujahr|jahresbeginn|halbjahr|2026|2027|2028|2029|2030|<date>|sommerpause|ferien|urlaubszeit",
    meet: "telefonieren|telefonat|termin|gespräch|anruf|meeting|treffen|call|videocall|videokonferenz|demo|vorführung|präsentation|telefongespräch|telefontermin|besprechung|austausch|videogespräch|kennenlerngespräch|erstgespräch|livedemo|online-termin|rückruf|sprechen|reden|austauschen|zusammensetzen|unterhalten|teams|zoom|webinar|kaffee",
    info: "infos|info|informationen|details|unterlagen|angebot|broschüre|prospekt|preisliste|preise|material|präsentation|link|links|beispiele|muster|katalog|flyer|mehr|weiteres|infomaterial|näheres|konditionen|referenzen|datenblatt|übersicht|kostenvoranschlag",
    colleague:
      "kollege|kollegen|kollegin|chef|chefin|vorgesetzten|abteilung|einkauf|einkaufsabteilung|geschäftsführer|geschäftsführung|geschäftsleitung|it|edv|personalabteilung|buchhaltung|marketing|vertrieb|leiter|leiterin|zentrale|herrn|frau|herr|verantwortlichen|zuständigen|fachabteilung|mitarbeiter|mitarbeiterin|partner|team|hr",
  },
  courtesies:
    "bitte danke dankeschön vielen herzlichen besten dank guten tag morgen abend hallo hi liebe lieber sehr geehrte geehrter geehrten damen herren herr herrn frau moin servus grüezi grüß gott ja nun also vorab im voraus für ihre ihr die das nachricht mail email anfrage interesse schöne grüße lg vg mfg freundliche freundlichen gruß ok okay und aber leider umgehend sofort endlich einfach doch mal gerne jetzt team zusammen",
  negations: "nicht kein keine keinen keiner keinem keinerlei nie niemals nichts ohne weder nein",
  negatesBehind: true,
  conditions: "wenn falls sofern sollte sollten sobald bevor bis außer solange ob vor wer",
  softeners: `
    wenn|falls (möglich|es geht|sie so nett)
    falls sie das nicht
    habe ich|wir nie ~3
    habe ~2 nicht|nie (zugestimmt|eingewilligt|angemeldet|bestellt|abonniert|angefordert|gebeten)
    (nicht|nie) (zugestimmt|eingewilligt|angemeldet|bestellt|abonniert|angefordert|gebeten|erlaubt)
    nicht nur
    (kein|gar kein|überhaupt kein) problem
    warum nicht
    nichts (dagegen|einzuwenden)`,
  joints: "und aber oder sondern denn weil da jedoch dass damit allerdings der die das welche",
  contrasts: "aber jedoch allerdings trotzdem dennoch",
  stays: `
    (keine|keinen) (anrufe|anruf|telefonate) mehr? (bitte|nur|schreiben|mailen|lieber|sondern) ~2
    (wir|ich) (wollen|will|möchten|möchte|müssen) ~6 (aufhören|verschicken|versenden)
    (hören|hör|hört) sie? ~1 nicht auf
    (nutzen|verwenden|schreiben|mailen|benutzen|senden|schicken) sie|ihr ~4 <email>
    (schreiben|schreib|mailen|rufen|ruf|anrufen|telefonieren) ~3 (lieber|stattdessen|besser)
    (lieber|stattdessen|besser) ~2 (an|anrufen|telefonieren|schreiben|mailen|telefonisch|mail)
    bitte ~1 nicht (abmelden|entfernen|löschen|austragen|streichen)
    (melden|entfernen|nehmen|streichen|löschen|tragen) sie|ihr mich|uns ~2 nicht
    (meldet|entfernt|nehmt|streicht|löscht|tragt) mich|uns ~2 nicht
    sondern ~2
    nicht (per|vor|am|im|während|um) 
    mich|uns ~1 nicht (abmelden|abzumelden|entfernen|zu entfernen|löschen|austragen|streichen|von der liste)
    (neue|andere|private|richtige|geänderte|aktuelle) (adresse|email|e-mail|mailadresse)
    (stattdessen|künftig|lieber|besser) ~3 <email>
    (auf|in|im) dem|der|ihrem|ihrer (liste|verteiler) (bleiben|lassen|behalten)
    aus (dem|diesem) (cc|thread|betreff)`,
  closings: `
    ^ (mit|mit den|mit vielen|mit besten|mit herzlichen)? (freundlichen|freundlichem|besten|herzlichen|lieben|vielen|schönen|kollegialen|sonnigen|bestem) (grüßen|gruß|grüße|grüssen)
    ^ (freundliche|beste|liebe|viele|herzliche|schöne|sonnige) (grüße|grüsse|gruß)
    ^ (mfg|lg|vg|bg|gruß|grüße|hochachtungsvoll) 
    ^ (danke|vielen dank|besten dank|herzlichen dank) $`,
  disclaimers: `
    (diese|der inhalt dieser|die information in dieser|die in dieser|die information dieser) (e-mail|email|nachricht|mail) ~4 (vertraulich|vertrauliche|enthält|ist|kann|bestimmt|und)
    (vertraulich|vertraulichkeitshinweis|haftungsausschluss|rechtlicher hinweis|hinweis|disclaimer|pflichtangaben) ~1 (hinweis|diese|dieser|die|der|und)
    (sitz der gesellschaft|amtsgericht|registergericht|handelsregister|geschäftsführer|ust-idnr|umsatzsteuer-id|hrb|ustid)
    (sollten|wenn|falls) sie ~5 (nicht der|irrtümlich|versehentlich|keine|nicht mehr|abmelden|abbestellen|richtige adressat)
    (bitte)? (denken sie|prüfen sie) ~3 (umwelt|ausdrucken)
    (sie erhalten|sie bekommen|sie haben) (diese|diesen) (e-mail|email|newsletter|nachricht|mail)
    (abmelden|newsletter abbestellen|vom newsletter) ~1 (impressum|datenschutz|<url>|hier|einstellungen)
    hier (abmelden|abbestellen)`,
  firstPerson: "ich mich mir wir uns meine meinen meiner mein",
  misspelt: "abmelden austragen löschen entfernen interesse interessiert newsletter verteiler",
  phrases: {
    do_not_contact: {
      whole: `
        (den|diesen|meinen|unseren) (kontakt|eintrag|datensatz) (löschen|entfernen|austragen|streichen)
        lassen sie es (bitte|sein|bleiben|gut sein)?
        (streichen|vergessen) sie mich
        (stop|stopp|stoppen|stoppt)
        (abmelden|abmeldung|austragen|abbestellen|abbestellung|löschen|entfernen|streichen|austragung|unsubscribe|abmelden abmelden)
        newsletter (abbestellen|abmelden|kündigen|stornieren|löschen)
        (keine|nie wieder|nicht mehr|nichts mehr) (mails|emails|werbung|newsletter|nachrichten|kontaktaufnahme|spam|anschreiben|schreiben|schicken|senden)
        keine (weiteren|mehr) ~1 {mail}
        keine {mail} mehr
        (raus|löschen|entfernen) ~3 {list}
        (kein|keinen) spam
        mich (abmelden|austragen|löschen|entfernen|streichen)
        daten löschen
        (adresse|mailadresse|emailadresse) (löschen|entfernen|austragen|streichen)
        (es reicht|schluss damit|aufhören|lass das|lassen sie das|unterlassen sie das)
        (blockiert|als spam (markiert|gemeldet))`,
      clear: `
        (mich|uns) (künftig|zukünftig|in zukunft) nicht (mehr|weiter) (anzuschreiben|zu kontaktieren|zu schreiben|anzumailen|zu belästigen|anschreiben|kontaktieren)
        (^|bitte|sofort|künftig) keine (weiteren|weitere)? {mail} mehr? (an|für) (mich|uns) (senden|schicken|versenden|richten)? $
        (löschen|löscht|entfernen|vernichten) (sie|ihr)? (bitte|umgehend|sofort)? (alle|sämtliche|die) (daten|angaben|informationen) die sie ~1 (von|über|zu) (mir|uns|mich)
        (nehmen|nehmt|nimm|entfernen|streichen) (sie|ihr)? {me} (bitte)? vom {list}
        {ask} (setzen|setzt|setze|setz|nehmen|nehmt|tragen) (sie|ihr)? (bitte)? {mine} ~2 (auf|in) ~2 (sperrliste|blacklist|blockliste|robinsonliste|sperrdatei)
        {ask} (entfernen|nehmen|streichen|löschen|tragen|werfen|austragen|nehmt|streicht|entfernt|löscht|tragt|nimm|entferne|streiche|streich|lösche|lösch|trag|trage) (sie|ihr)? (bitte|umgehend|sofort)? {mine} ~3 (aus|von|aus dem|von der) ~3 {list}
        (entfernen|entfernt|entferne|löschen|löscht|lösche) (sie|ihr)? (bitte|umgehend|sofort|daher|doch|deshalb|unverzüglich|also)? (umgehend|sofort|bitte|unverzüglich|alle)? {mine} ($|umgehend|sofort|unverzüglich|bitte|vollständig|aus|von|gemäß)
        (streichen|streicht|streiche) (sie|ihr)? (bitte)? {mine} $
        (sollte|soweit|falls) ~7 widerrufe (ich|wir)
        (abmelden|austragen|abmeldung|austragung|abbestellen) (von|vom|des|der|bitte) (newsletter|verteiler|liste|ihrem newsletter|ihrer liste|mailingliste) $
        (stoppen|stoppt|stopp|beenden|beendet) (sie|ihr)? (bitte|sofort|umgehend)? (die|den|ihre|diese|alle|das) ~2 (zusendungen|zusendung|mails|emails|e-mails|werbung|kontaktaufnahme|nachrichten|spam|versand|werbemails|mailings)
        (raus|weg) aus (dem|ihrem) verteiler
        (^|und) newsletter raus
        {mine} (bitte|umgehend|sofort|unverzüglich|daher)? ~3 (aus|von) ~3 {list} (bitte|umgehend|sofort)? (entfernen|nehmen|streichen|löschen|austragen|zu entfernen|zu nehmen|zu streichen|zu löschen|herausnehmen|rausnehmen|herauszunehmen)
        (aus|von) (der|dem|ihrer|ihrem|eurer|eurem|dieser|diesem|allen|ihren) ~1 {list} ~1 (entfernen|nehmen|streichen|löschen|austragen|entfernt|genommen|gestrichen|gelöscht|ausgetragen|raus|herausnehmen|rausnehmen|abmelden)
        (melden|meldet|meld|melde|tragen|tragt|trag|trage|nehmen|nehmt|nimm) (sie|ihr)? (bitte|umgehend|sofort)? {me} (bitte|umgehend|sofort|wieder|endlich)? (von ~2 {list}|vom {list}|aus ~2 {list})? (ab|aus|raus|heraus) ($|bitte|und)
        (nehmen|nehmt|nimm) (sie|ihr)? (bitte)? {me} ~2 (aus|von) ~3 {list}
        {mine} (bitte|umgehend|sofort|hiermit|daher)? (abmelden|austragen|abzumelden|auszutragen|löschen|zu löschen|entfernen|zu entfernen|streichen|zu streichen|abbestellen) 
        (möchte|möchten|will|wollen|würde gern|würde gerne) (ich|wir|mich|uns)? (mich|uns) (bitte|gern|gerne|hiermit|von ~2 {list}|vom {list}|aus ~2 {list})? (abmelden|austragen|löschen lassen) ($|bitte)
        (möchte|möchten|will|wollen) (ich|wir)? ~3 (abgemeldet werden|ausgetragen werden|gelöscht werden|entfernt werden|austragen lassen)
        (bitte|um) ~3 (abmelden|austragen|austragung|abmeldung|löschung|streichung|abbestellen) $
        ! wie (kann|können|melde|bestelle|trage|komme) (ich|wir)? ~1 (mich|uns|das|diesen|diese|ihren) ~4 (abmelden|ab|austragen|aus|abbestellen|von der liste|aus dem verteiler)
        ! wie (kann|können|komme) (ich|wir) ~1 (abmelden|austragen|abbestellen|von der liste|aus dem verteiler|vom verteiler|vom newsletter|von ihrem newsletter|von ihrer liste)
        wo kann ich ~3 (abmelden|abbestellen|austragen)
        (^|bitte|danke) (keine|keinerlei|nie wieder|nie mehr) (weiteren|weitere|solchen|derartigen|ihrer|unaufgeforderten|unerwünschten|werblichen)? ~1 {mail} (mehr|bitte|schicken|senden|zusenden|$)
        (ich|wir|mir|uns) (bitte|daher|in zukunft|künftig)? (möchte|möchten|will|wollen|wünsche|wünschen)? (bitte|von ihnen|daher|auch|in zukunft|künftig)? (keine|keinerlei) (weiteren|weitere|solchen|derartigen|dieser|ihrer|unaufgeforderten|werblichen)? ~1 {mail} ~3 (erhalten|bekommen|zugeschickt|zugesendet)
        (mir|uns) (bitte|daher|in zukunft|künftig)? (keine|keinerlei) ~2 {mail} ~2 (schicken|senden|zusenden|zuschicken|zukommen|mehr)
        (wünsche|wünschen|möchte|möchten|will|wollen) (ich|wir)? (keine|keinerlei) (weiteren|weitere|weitere unerwünschte)? (werbung|newsletter|mails|emails|e-mails|werbemails|nachrichten|kontaktaufnahme|kontaktaufnahmen) mehr? ($|von ihnen|per|erhalten|bekommen)
        keine weitere (kontaktaufnahme|mail|nachricht|werbung|e-mail) (erwünscht|gewünscht|mehr|bitte|$)
        (möchte|möchten|will|wollen|wünsche|wünschen|wünscht) (ich|wir|auch|in zukunft|zukünftig|künftig)? ~2 (keine|keinerlei) ~3 {mail} ~2 ($|erhalten|bekommen|von ihnen|per)
        (möchte|möchten|will|wollen|wünsche|wünschen) (ich|wir)? ~3 (nicht mehr|nicht weiter|nicht|in zukunft nicht|nie wieder) ~2 (kontaktiert|angeschrieben|angemailt|belästigt|angerufen|behelligt|von ihnen hören|werblich) 
        (schreiben|schreibt|schreib|mailen|mailt|kontaktieren|kontaktiert|senden|sendet|schicken|schickt|schick|rufen|belästigen|belästigt) (sie|ihr)? (bitte)? ({me})? (bitte|in zukunft|zukünftig|künftig|hier)? (nicht mehr|nie wieder|nie mehr|nichts mehr|nicht wieder|nicht weiter|nicht nochmal|nicht noch einmal|nicht länger|keine ~1 {mail}) (an)? ($|bitte|schreiben|per|zu|werblich|wegen|lästig)
        (^|bitte|mich|uns|diese adresse) (bitte)? (nicht mehr|nie wieder|nicht weiter|nicht wieder|nie mehr|nicht erneut|nicht länger|nicht nochmals|in zukunft nicht|künftig nicht) (zu)? (kontaktieren|anschreiben|anzuschreiben|belästigen|mailen|anrufen|kontaktiert|angeschrieben|belästigt|behelligen|anmailen|schreiben) ($|bitte|werden)
        (bitte)? nicht (mehr|weiter|erneut) (anschreiben|kontaktieren|anmailen) bitte
        (hören|hört|hör) (sie|ihr)? (bitte|endlich|sofort)? (auf|damit auf) ~3 (mir|uns|mich|damit|mit|zu schicken|schicken|schreiben)
        (unterlassen|unterlasst|unterlasse) (sie|ihr|es)? ~4 (kontakte|kontakt|zuschrift|mails|emails|kontaktaufnahme|kontaktaufnahmen|werbung|zusendung|zusendungen|schreiben|kontaktieren|anzuschreiben|zu kontaktieren|zu senden|zu schicken|nachrichten|kontaktversuche|zuschriften|e-mails|belästigung)
        (sehen|seht|abzusehen|abstand) (sie|ihr)? ~1 (bitte|künftig|zukünftig|in zukunft)? (von|davon) ~3 (kontaktaufnahme|kontaktaufnahmen|mails|emails|anfragen|nachrichten|zusendungen|e-mails|anschreiben|werbung|kontaktversuchen|angeboten|schreiben) ~1
        von weiteren ~1 (kontaktaufnahmen|mails|emails|anfragen|nachrichten|zusendungen|e-mails|anschreiben|angeboten|kontaktversuchen|kontaktaufnahme) ~1 (absehen|abzusehen|abstand|verschonen|verschont)
        verschonen|verschont sie|ihr|mich|uns ~3 (mails|emails|spam|werbung|e-mails|angeboten|nachrichten|damit)
        (widerspreche|widersprechen|widerspruch) (ich|wir|gegen)? (hiermit|ausdrücklich|hiermit ausdrücklich)? ~4 (der|die|dem|den|einer|jeder|jeglicher) ~2 (verarbeitung|nutzung|speicherung|verwendung|werbung|datenverarbeitung|zusendung|kontaktaufnahme|erhalt|weitergabe|werbemails|newsletters|zusendungen) ~1 (meiner|unserer|von|zu|$|personenbezogener|ihres|ihrer|weiterer|persönlicher|der|für|werbung)
        (verlange|verlangen|fordere|fordern|beantrage|beantragen|bitte um|bitten um|erbitte|wünsche) (ich|wir|sie)? (hiermit|daher|auf)? ~4 (löschung|streichung|austragung|entfernung)
        (löschung|streichung|austragung) (aller|sämtlicher|meiner|unserer|der|ihrer) ~3 (daten|kontaktdaten|adresse|mailadresse|e-mail-adresse)
        (art|artikel) 17|21 dsgvo ~5
        (einwilligung|zustimmung|erlaubnis) ~2 (widerrufe|widerrufen|widerruf|ziehe)
        widerrufe ich ~3 (einwilligung|zustimmung|erlaubnis)
        (sie|mail|absender|ihre domain|adresse) ~2 (blockiert|blockieren|gesperrt|sperren) $
        als spam (markiert|gemeldet|markieren|gekennzeichnet|melden)
        (lassen|lasst|lass) (sie|ihr)? (mich|uns) ~1 in (ruhe|frieden) ($|mit|bitte|und|sie|ihr|du)
        (bin|sind|wurde|habe|haben) (ich|wir|mich|uns)? ~2 (bereits|schon|mehrfach|längst) ~2 (abgemeldet|ausgetragen|abbestellt)`,
    },
    hostile: {
      whole: `
        (verpiss|verpisst|verzieh|verziehen sie) (dich|euch|sich)
        (hau|haut|hauen sie) ab
        (spinner|betrüger|arschloch|arschlöcher|idiot|idioten|spammer|wichser|frechheit|unverschämtheit|penner)
        (leck|leckt) mich
        <insult>`,
      clear: `
        (verpiss|verpisst) (dich|euch)
        (fick|fickt|fickt euch|fick dich|scher dich zum teufel|schert euch zum teufel|fahr zur hölle|zur hölle mit)
        (leck|leckt|lecken sie) (mich|mir|uns) 
        (du|ihr|sie|sind|bist|seid|ihr seid|solche|solchen|diese|verdammte|verdammten|verdammter|dreckiger|dreckige|elende|elender|verfluchte|scheiß|blöder|blöde) (ein|einen|alle|doch|wohl|nur|echt|elende|elender|verdammte|verdammter|blöder|blöde|dumme|dreckige|miese|mieser|kriminelle)? (betrüger|arschloch|arschlöcher|idiot|idioten|spammer|wichser|penner|abzocker|gauner|kriminelle|verbrecher|vollidiot|vollidioten|schwein|schweine|drecksau|schmarotzer|parasiten|abschaum|vollpfosten|trottel|deppen|depp|halunken|lügner)
        verschwinden sie
        (halt|halten|haltet) (sie|ihr)? (die|den|das|deine) (fresse|mund|maul|klappe)
        (unverschämt|unverschämtheit|frechheit|dreist) ~6 (müll|spam|belästigung|betrüger|dreck|ruhe|mist)
        (ihren|ihrem|deinem|eurem|diesen|diesem|dein|euren|ihr|der|den) (müll|dreck|scheiß|mist|scheißdreck|schrott|spam-müll)
        (erstatte|erstatten|werde|werden|stelle|folgt) (ich|wir)? ~3 (strafanzeige|anzeige)
        (schalte|schalten|beauftrage|beauftragen|mandatiere) (ich|wir)? ~2 (meinen|unseren|einen|meine|den) (anwalt|rechtsanwalt|anwälte|rechtsanwälte|anwältin|rechtsbeistand) (ein)? $
        (meinen|unseren|einen|meinem|unserem) (anwalt|rechtsanwalt|rechtsbeistand) (einschalten|einzuschalten|eingeschaltet|übergeben|beauftragen|beauftragt|weiterleiten|informieren) $
        (rechtliche|juristische|gerichtliche) (schritte|maßnahmen|konsequenzen) 
        (abmahnen|abmahnung|abgemahnt|mahnen (wir|ich) sie) ~2
        (unterlassungserklärung|unterlassungsklage|strafbewehrte|strafbewehrten)
        (melde|melden|meldung|gemeldet|beschwere|beschweren|beschwerde|anzeigen|zeige) (ich|wir|sie|dich|das|mich|uns)? ~5 (bundesnetzagentur|datenschutzbehörde|polizei|verbraucherzentrale|staatsanwaltschaft|aufsichtsbehörde|wettbewerbszentrale|datenschutzbeauftragten|landesdatenschutz|behörde|spamhaus)
        (verklage|verklagen) (ich|wir|sie|dich|euch)
        (das ist|dies ist|stellt) ~2 (belästigung|illegal|strafbar|rechtswidrig|gesetzeswidrig|nötigung) 
        verstoßen|verstößt|verstoss (sie|das|dies|gegen)? ~2 (dsgvo|uwg|gesetz|datenschutz|datenschutzgesetz|recht)
        schämen sie sich
        (datenschutzbeschwerde|strafanzeige|abmahnung|anzeige) (folgt|ist raus|wird folgen|läuft)
        (beschwerde) ~2 (folgt|eingereicht|eingelegt|einreichen)`,
    },
    interested: {
      whole: `
        (ja|klar|sicher|natürlich|gerne|gern|selbstverständlich|unbedingt|absolut|klingt gut|sehr gerne|auf jeden fall|warum nicht|interessiert|her damit|immer her damit|klingt interessant|klingt spannend|spannend|interessant|sehr interessant|<yes>) (gern|gerne|bitte|klar|sicher|sehr gerne|machen wir|schicken sie)?`,
      clear: `
        (klingt|hört sich|sieht|liest sich|klänge|scheint|finde ich|finden wir|ist|wäre) ~2 (interessant|spannend|gut an|vielversprechend|super an|gut|toll|super|hilfreich|nützlich|sinnvoll|passend|prima) ($|aus|an|für|und|bitte)
        (sehr|wirklich|durchaus|echt|richtig|super|äußerst|grundsätzlich) (interessant|spannend)
        (bin|sind|wäre|wären|sehr|durchaus|grundsätzlich) (ich|wir|daran|sehr|durchaus|grundsätzlich|auch|definitiv|auf jeden fall|prinzipiell)? ~1 interessiert
        (habe|haben|hätte|hätten|besteht|bestünde|hat) (ich|wir|bei uns|durchaus|hier|grundsätzlich|auf jeden fall|großes|daran|prinzipiell)? ~1 interesse 
        (interessiert|interessieren|interessieren würde) (mich|uns) 
        (würde|würden|könnte) ~3 (mich|uns) ~1 interessieren
        (würde|würden|möchte|möchten|will) (ich|wir|mir|uns)? ~3 (gern|gerne|mehr) ~5 (kennenlernen|erfahren|ansehen|anschauen|wissen|ausprobieren|testen|hören|sehen|nutzen|verstehen|anhören|probieren)
        (mehr|näheres) (darüber|dazu|davon|über|hierzu)? ~2 (erfahren|wissen|hören|lesen)
        (schicken|senden|sende|schick|schickt|sendet|lassen|mailen|übersenden|zusenden|zuschicken|zukommen) (sie|ihr)? (mir|uns)? (gern|gerne|bitte|doch|mal|einfach|ruhig|uns|mir)? ~4 {info}
        {info} ~3 (schicken|senden|zukommen|zusenden|zuschicken|übersenden|zukommen lassen|bitte|gern|gerne|mailen)
        (erzählen|erzähl|erzählt) (sie|ihr)? (mir|uns) (gern|gerne|bitte)? ~1 (mehr|davon)
        (können|könnten|könnt) (sie|ihr) (mir|uns) ~4 (helfen|unterstützen|weiterhelfen|schicken|zusenden|senden|zukommen)
        (genau|exakt) (das|so etwas|sowas|danach|so was|was|richtige)
        (suchen|gesucht|suche) (wir|ich)? ~4 (so etwas|sowas|danach|eine lösung|genau|derzeit|gerade|schon länger|nach)
        (bin|sind|wäre) (ich|wir)? ~1 dabei $
        ^ (ja|klar|gerne|gern|sehr gerne|natürlich) (bitte|gern|gerne|schicken|senden|interessiert|das|wir|ich|unbedingt|machen|immer|klingt|mehr|her|ein|eine|würde|warum)
        (gutes|guter|perfektes|richtiger|passender) (timing|zeitpunkt|moment) 
        (ansehen|anschauen|testen|ausprobieren) (würde|würden|möchte|möchten) (ich|wir)
        (wie|was) (geht es weiter|sind die nächsten schritte|wären die nächsten schritte)
        (gefällt|gefallen) (mir|uns) ~2
        (gerne|gern) (mehr|weitere|nähere) ~1 (details|infos|informationen|unterlagen)
        (freuen|freue) (uns|mich)? ~3 (mehr|näheres|weitere) ~2 (erfahren|hören|wissen)
        (prüfen|evaluieren|vergleichen|schauen) ~3 (gerade|derzeit|aktuell) ~3 (lösungen|anbieter|tools|systeme|optionen)
        (könnte|kann|würde) ~2 (gut)? (passen|interessant sein|was sein)`,
      hint: `
        ^ (ja|gerne|gern|klar|natürlich)
        <yes>
        (könnte|könnten) ~3 (interessant|spannend|hilfreich) (sein|werden)?
        (halten sie mich|halten sie uns) ~1 (auf dem laufenden|informiert)`,
    },
    meeting_request: {
      whole: `
        (rufen|ruf|ruft) (sie|ihr)? (mich|uns) (an|zurück)
        <calendar>`,
      clear: `
        (lassen|lass|lasst|können|könnten|wollen|sollen|sollten|würde|würden|möchte|möchten|gern|gerne|vorschlag|vorschlagen|schlage|hätten|hätte|wäre|vereinbaren|ausmachen|bereit|machen|dürfen|freue|freuen|zeit|brauchen|kommen|passt|kurzes|kurzen|kurzer|kurz|für ein|für einen|zu einem|ein persönliches|einen persönlichen) (sie|wir|uns|ich|mich|uns beide|gern|gerne|mal|auch|doch|einmal|dazu|vielleicht)? ~5 {meet} 
        {meet} ~4 (vereinbaren|ausmachen|vorschlagen|machen|einstellen|finden|anbieten|möglich|haben|führen|würde|wäre|gern|gerne|festlegen|buchen|ansetzen|abstimmen|koordinieren|organisieren|freuen|interessant|sprechen|nutzen|passen|vereinbart)
        (rufen|ruf|ruft|anrufen|erreichen|anzurufen) (sie|ihr)? ~2 (mich|uns|mir|mich gern|mich gerne)? ~5 (an|zurück|<phone>|unter|morgen|{day}|<time>)
        (erreichen|erreichbar) ~4 (unter|telefonisch|<phone>|<time>|{day})
        (wann|welcher|welchen|welche) ~2 (passt|haben|hätten|zeit|könnten|können|tag|termin|uhrzeit|tage|termine|sind|wären|würde) ~4 (zeit|ihnen|es|passen|sie|termin|telefonieren|sprechen|verfügbar|frei|recht|bei ihnen)
        (passt|passen|ginge|geht|wie wäre|wie sieht|wie wärs|würde|schlage|sagen wir|vorschlag|wäre|können|könnte|könnten|hätten|hätte|sind) (es|ihnen|dir|euch|es ihnen|wir|ich|mit|sie)? ~3 ({day}|<time>|nächste woche|diese woche|kommende woche|kw|vormittag|nachmittag|nächster woche) ~3
        ({day}|<time>|nächste woche|kommende woche) ~3 (passt|passen|geht|ginge|würde|wäre|zeit|hätte|habe|hätten|bin|gern|gerne|frei|erreichbar|möglich|gut|ok|okay|perfekt)
        ^ ({day}) ~2 <time>
        (kommen|komm|kommt|schauen|schau|besuchen|besuch) (sie|ihr)? ~2 (gern|gerne|doch|bei uns|mal|uns|nächste|vorbei|{day}|morgen) ~6 (vorbei|uns|bei uns|mich|mir|rein|reinschauen|zu uns)
        (mein|meinem|mein online|hier) (kalender|kalenderlink|terminlink|buchungslink|link) 
        (termin|zeit|kalender|hier|link|buchen|gespräch) ~6 <calendar>
        (meine|unter|telefonnummer|handy|mobil|durchwahl|nummer|tel) ~2 <phone>
        (sprechen|telefonieren|treffen|sehen) wir (uns|gern|gerne|darüber|mal|{day}|nächste|doch|kurz|am)
        termin ~3 (kw|{day}|nächste|kommende|online|vor ort|<time>)
        (bin|sind|wäre|wären) (ich|wir)? ~4 (frei|verfügbar|erreichbar|da|im büro|flexibel) ~3 ({day}|<time>|nächste|diese|ab|am|zwischen|vormittag|nachmittag)
        (bin|sind|wäre) ~3 ({day}|<time>|nächste woche|wochenende|vormittags|nachmittags) ~2 (erreichbar|frei|verfügbar|da)
        (schick|schicken|schickt|senden|mach|machen) (sie|mal|mir|uns)? ~3 (termin|termine|terminvorschlag|terminvorschläge|einladung|kalendereinladung|zeiten)
        (können|könnten|wollen|sollen) (wir|sie) ~2 (reden|sprechen|telefonieren|treffen|austauschen|zusammensetzen)
        {day} (um|gegen|ab) <number>`,
      hint: `
        <calendar>`,
    },
    question: {
      clear: `
        ^ (was kostet|was kosten|wie viel|wieviel|wie hoch|wie lange|wie funktioniert|wie läuft|welche|welcher|welches|wer|wo|woher|warum|wieso|gibt es|haben sie|ist das|ist es|können sie|kann man|bieten sie|wie groß|wie oft|wie stellen|wie gehen|seit wann|was passiert|was ist|was genau|was bedeutet|wodurch|worin|inwiefern|kann ihr)
        (eine|noch eine|ein paar|einige|paar) (kurze|kleine)? (frage|fragen|rückfrage|rückfragen)
        (frage|fragen|frag) (ich|wir|mich|uns)? (mich|uns)? (ob|wie|was|warum|wer|wo)
        (würde|würden) ~2 (gerne|gern) wissen (ob|wie|was|warum|wer|wo)`,
    },
    referral: {
      clear: `
        (wenden|melden) (sie|ihr) (sich|euch) ~4 (an|bei) ~5
        (kontaktieren|schreiben|fragen|anrufen|sprechen|nehmen) (sie|ihr) ~5 ({colleague}|<email>) ~2
        (kontakt|verbindung) mit ~4 ({colleague}|<email>|<name>) ~2 (auf|aufnehmen|aufzunehmen)
        (leite|leiten|geben|gebe|reiche|reichen|weiterleiten|weitergeleitet|weitergegeben|weitergereicht|weiterleite|weitergebe) (ich|wir|ihre|das|es|sie|die|dies)? ~7 (weiter|weitergeleitet|weiter an|an die|an den|an unsere|an unseren|an meinen|an meine|an herrn|an frau|an <name>)
        (an) ~4 (weitergeleitet|weitergegeben|weitergereicht|weiterleiten|weitergeben)
        (zuständig|verantwortlich|richtige|richtiger|richtigen|ansprechpartner|ansprechpartnerin|ansprechperson) ~4 (ist|sind|wäre|bei uns|in unserem|für|dafür|hierfür|heißt|lautet) ~4 ({colleague}|<email>)
        (dafür|hierfür|für dieses thema|für sowas|für solche themen|darum) ~1 (ist|sind|wäre|kümmert|zeichnet) ~3 ({colleague}|<email>|<name>) ~3 (zuständig|verantwortlich|richtige|ansprechpartner|ansprechpartnerin|sich)
        (besser|am besten|lieber|direkt) ~2 (bei|an|mit) ~3 ({colleague}|<email>) 
        (setze|habe|nehme) ~4 (in|ins) (cc|kopie) 
        (cc|kopie) ~4 ({colleague}|<name>)
        ({colleague}|ansprechpartner|ansprechpartnerin|zuständig|verantwortlich|erreichen|an) ~6 <email>`,
      hint: `
        kümmert sich ~3
        (macht|entscheidet|betreut|verantwortet) (bei uns|unser|unsere|der|die) ~3`,
    },
    not_now: {
      whole: `
        (später|jetzt nicht|noch nicht|derzeit nicht|aktuell nicht|momentan nicht|zurzeit nicht|im moment nicht|zur zeit nicht|nicht jetzt|vielleicht später|gerade nicht|im augenblick nicht|dieses jahr nicht)`,
      clear: `
        (derzeit|momentan|aktuell|zurzeit|zur zeit|gerade|im moment|jetzt|im augenblick|noch|dieses jahr|heuer|vorerst|gegenwärtig|vorläufig|in diesem jahr) (leider|ist|passt|haben|besteht|sind|geht|wir|es|das|für uns)? ~2 nicht ($|so|der|die|das|möglich|relevant|passend|aktuell|gut|spruchreif|aber|vielleicht|melden)
        (derzeit|momentan|aktuell|zurzeit|zur zeit|gerade|im moment|im augenblick|dieses jahr|in diesem jahr) ~3 (kein|keine|keinen|andere|zu viel|voll|ausgelastet|wenig) (budget|kapazität|kapazitäten|zeit|ressourcen|prioritäten|projekte|themen|luft)
        kein (budget|geld) ~3 (dieses|in diesem|derzeit|aktuell|mehr|bis|für dieses|momentan)
        (melden|meldet|meld|kommen|kommt|fragen|fragt|schreiben|schreibt|rufen|sprechen|kontaktieren|probieren|versuchen|hören|erinnern|lassen|anfragen|nehmen|nachfragen|nachhaken|telefonieren|reden|unterhalten|vereinbaren|ansprechen|wiederholen) (sie|ihr|wir|uns)? ~6 (im|in|nach|ab|nächstes|nächsten|anfang|ende|mitte|kommendes|zum|gegen|frühestens|erst|nächster|kommenden) ~3 ({later}|einigen|paar|halben jahr)
        (im|in|ab|nach|anfang|ende|mitte|nächstes|nächsten|kommendes|gegen|frühestens|erst) (dem|den|der|nächsten|kommenden|ca|etwa|einem|zwei|drei|vier|sechs|2|3|4|6|ein paar|einigen|halben)? ~1 {later} ~3 (wieder|noch einmal|nochmal|noch mal|nochmals|erneut|melden|kontaktieren|auf uns|auf mich|sprechen|anfragen|anrufen|thema|aktuell|interessant|möglich|zu)
        (vielleicht|evtl|eventuell|möglicherweise|gegebenenfalls|frühestens|erst) ~2 (nächstes|nächsten|kommendes|später|im|in|ab|zu einem späteren|ein andermal|wieder) ~2
        (zu|anderen|späteren) (einem)? (späteren|anderen)? (zeitpunkt|mal)
        (falscher|ungünstiger|schlechter|nicht der richtige|kein guter|nicht der beste) (zeitpunkt|moment|augenblick)
        (zu früh|noch zu früh|viel zu tun|land unter|sehr ausgelastet|komplett ausgelastet|voll ausgelastet)
        (auf eis|zurückgestellt|verschoben|vertagt|pausiert)
        (budget|budgets|mittel) ~3 (ausgeschöpft|verplant|aufgebraucht|eingefroren|vergeben|ausgegeben|gesperrt)
        nächstes jahr (wieder|vielleicht|nochmal|noch einmal|erst|gern|gerne|$)`,
      hint: `
        (vertrag|verträge|vertraglich|lizenz|gebunden) ~5 (bis|läuft|verlängert|laufzeit|gebunden|abgeschlossen)
        (gerade|soeben|kürzlich|erst|vor kurzem|letztes jahr) ~3 (eingeführt|verlängert|unterschrieben|abgeschlossen|gewechselt|umgestellt|angeschafft|gekauft|beauftragt|entschieden)
        (derzeit|momentan|aktuell|zurzeit|zur zeit|im moment|vorerst)`,
    },
    not_interested: {
      whole: `
        (nein|nö|nee|kein interesse|kein bedarf|nicht interessiert|uninteressant|abgelehnt|<no>) (danke|kein interesse|kein bedarf)?
        (danke|vielen dank) (nein|kein bedarf|kein interesse)
        (passt nicht|brauchen wir nicht|nicht relevant|nicht nötig|nicht notwendig)`,
      clear: `
        (sehen|sehe) (wir|ich)? ~3 (keinen|kein|keine) (mehrwert|nutzen|vorteil|notwendigkeit|sinn)
        (kein|keinerlei|keine|null|nicht das geringste|ohne) (weiteres|großes|aktuelles|akutes|konkretes|wirkliches)? (interesse|bedarf|verwendung|notwendigkeit) ~1
        (nicht|weniger) ~1 interessiert ~1 (an|daran|$)
        (interessiert|interessieren) (mich|uns) ~2 nicht
        (^|wir|ich|das|aber) (brauche|brauchen|benötige|benötigen|bräuchten) (ich|wir)? ~3 (nicht|keine|kein|keinen|nichts) ~1
        (für uns|für mich|bei uns|für unser unternehmen) ~4 (nicht|kein|keine) ~2 (interessant|relevant|thema|passend|infrage|in frage|frage|bedarf|geeignet|sinnvoll|option|das richtige|notwendig)
        (nicht) (relevant|interessant|passend|das richtige|in frage|infrage|von interesse|geeignet|unser thema|unser fall) ~1 (für uns|für mich|$)
        (passt|passen) ~3 nicht (zu|für|in|$|so|ganz|wirklich) ~2
        (kommt|kommen) ~3 nicht (in frage|infrage)
        ^ nein (danke|vielen|kein|wir|das|nicht)
        (sind|bin|fühlen uns|wurden) (wir|ich)? ~2 (gut|bestens|ausreichend|vollkommen|zufrieden|rundum|bereits|schon) ~2 (versorgt|aufgestellt|bedient|abgedeckt|ausgestattet|zufrieden|betreut|eingedeckt)
        zufrieden mit (unserem|unserer|dem|der|unseren|meinem|was)
        (haben|nutzen|arbeiten|setzen) (wir|ich)? (bereits|schon) (eine|einen|ein|andere|einem|mit|auf|intern) ~3 (lösung|anbieter|partner|dienstleister|system|tool|lieferanten|agentur|software|berater|steuerberater|dafür)
        (machen|erledigen|lösen|decken|bearbeiten) (wir|das)? ~3 (intern|selbst|selber|inhouse|hausintern) ~1
        (verzichten|verzichte|ablehnen|lehnen|lehne|absagen|absage|abgesehen|absehen) (wir|ich|dankend|hiermit|ihnen|leider)? ~3 (ab|darauf|dankend|daher|dennoch|$|muss|müssen)
        (muss|müssen|möchten|möchte) (ich|wir)? ~4 (absagen|ablehnen|verzichten)
        (wenn|falls|sollte|sollten|sobald) ~8 (melde|melden|kommen|kontaktieren) (ich|wir) (mich|uns|auf)
        (haben uns|wurde|habe mich) ~2 (dagegen|anders|für einen anderen|für jemand|anderweitig) entschieden
        (keine|nicht unsere|verschwenden sie|sparen sie sich|schade um die) ~2 zeit ($|verschwenden|dafür)
        (zu|viel zu) (teuer|klein|groß|kostspielig|aufwendig|hoch)
        (kein|keine|haben kein|fehlt das) (budget|mittel|geld) (dafür|hierfür|für|vorhanden|$)
        (machen|erledigen|lösen) (wir|das)? ~3 (intern|selbst|selber|inhouse)
        brauchen (wir|ich) (das|es|sowas|so etwas|dies)? nicht
        (habe|haben) (ich|wir) (das|es|sowas) (schon|bereits)`,
      hint: `
        (haben|nutzen|arbeiten|verwenden) (wir|ich)? ~1 (bereits|schon) 
        (bereits|schon) (einen|eine|ein|vorhanden|versorgt|gelöst|abgedeckt)
        kein budget`,
    },
    wrong_person: {
      whole: `
        (falsche|falscher|falsches|verkehrte) (person|adresse|ansprechpartner|mailadresse|nummer|abteilung|adressat|empfänger|firma)`,
      clear: `
        (nicht) ~1 (zuständig|verantwortlich|mein bereich|mein thema|mein gebiet|meine baustelle|der richtige|die richtige|der ansprechpartner|entscheider|entscheidungsträger|mein aufgabengebiet|in meinem bereich) ~1
        (bin|wäre|bin ich|sind wir) ~3 (falsche|falscher|falschen|falsch|nicht der richtige|nicht die richtige|kein ansprechpartner|der falsche|die falsche|nicht zuständig|nicht verantwortlich)
        (falsche|falscher|falschen|falsches|verkehrte|verkehrten) (person|ansprechpartner|adresse|empfänger|adressat|mailadresse|abteilung|kontakt|stelle|firma|mann|frau)
        (sind|seid) (sie|ihr) ~3 falsch
        (verwechseln|verwechselt|verwechslung|irrtum|verwählt|geirrt) ~2
        (habe|haben) ~2 (nichts|gar nichts) (damit|mit) ~2 zu tun
        (fällt|liegt|gehört) nicht ~3 (bereich|zuständigkeit|zuständigkeitsbereich|aufgabenbereich|verantwortung|ressort)
        (damit|dafür) ~2 nichts zu tun`,
    },
    left_company: {
      clear: `
        (nicht mehr) ~3 (bei uns|im unternehmen|bei der|bei|in der firma|für die|für|im haus|hier|in unserem haus) ~4 (tätig|beschäftigt|angestellt|arbeitet|arbeite|ist|bin|da|$|<name>)
        (arbeitet|arbeite) ~2 nicht mehr (bei|hier|für|in|im)
        (ist|bin|seit) ~5 nicht mehr (bei|für|im unternehmen|in unserem|hier|teil|mitarbeiter|mitarbeiterin|tätig|beschäftigt|angestellt|da|angehörig|in der firma) ~3
        (hat|habe|haben) ~4 (unternehmen|firma|haus|gesellschaft|gmbh|betrieb|ag|uns|<name>) ~4 verlassen
        (verlassen|verließ|verlässt|verlasse) (hat|habe|das|die|unser|unsere) ~2 (unternehmen|firma|haus|gesellschaft)
        (ausgeschieden|ausscheiden|in rente|im ruhestand|in den ruhestand|in pension|pensioniert|verstorben|gekündigt hat)
        (letzter|letzte) (arbeitstag|tag) ~2 (war|ist|bei)`,
    },
    out_of_office: {
      clear: `
        (bin|befinde|ist|sind|war) (ich|mich|derzeit|momentan|aktuell|zurzeit)? ~3 (im urlaub|abwesend|nicht im büro|nicht im haus|außer haus|auf dienstreise|in elternzeit|im mutterschutz|auf reisen|krank|verreist|nicht erreichbar|in den ferien|im jahresurlaub|auf geschäftsreise)
        (wieder|ab) ~5 (im büro|erreichbar|für sie da|im haus|zurück|da|persönlich erreichbar|am arbeitsplatz|verfügbar)
        (bis|vom) ~5 (urlaub|abwesend|nicht im büro|nicht im haus|nicht erreichbar|außer haus|betriebsurlaub|betriebsferien)
        (betriebsurlaub|betriebsferien|abwesenheitsnotiz|elternzeit|mutterschutz)
        (urlaub|abwesend|elternzeit) (bis|vom|ab)
        (keinen|nur eingeschränkten|eingeschränkten|kein) zugriff auf ~2 (e-mails|emails|mails|postfach|nachrichten)`,
    },
  },
};

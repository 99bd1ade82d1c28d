/** What notices and browsers say, by the English text. */
export const germanNotices = {
  "Mailbox {mailbox} stopped": "Postfach {mailbox} wurde gestoppt",
  "Mailbox {mailbox} is signed out": "Postfach {mailbox} ist ausgeloggt",
  "Mailbox {mailbox} was paused": "Postfach {mailbox} wurde pausiert",
  "{reason} Its leads wait. Fix the connection and test the mailbox to resume sending.":
    "{reason} Seine Leads warten. Beheben Sie das Verbindungsproblem und testen Sie das Postfach, um den Versand fortzusetzen.",
  "{reason} Its leads wait, and nothing is lost: it goes on where it stood.":
    "{reason} Seine Leads warten, und nichts geht verloren: Es macht dort weiter, wo es aufgehört hat.",
  "{reason} Its leads wait. Resume the mailbox when the problem is solved.":
    "{reason} Seine Leads warten. Setzen Sie das Postfach fort, wenn das Problem gelöst ist.",
  "The saved password can no longer be decrypted. Enter it again.":
    "Das gespeicherte Passwort lässt sich nicht mehr entschlüsseln. Geben Sie es neu ein.",
  "The provider no longer accepts this connection ({cause}). Connect the mailbox again.":
    "Der Anbieter akzeptiert diese Verbindung nicht mehr ({cause}). Verbinden Sie das Postfach neu.",
  "{blocks} of its last {tries} emails were blocked, at {domains} domains.":
    "{blocks} seiner letzten {tries} E-Mails wurden blockiert, bei {domains, plural, one {# Domain} other {# Domains}}.",
  "{blocks} of its last {tries} emails were blocked, at {domains} domains. Last response: {response}.":
    "{blocks} seiner letzten {tries} E-Mails wurden blockiert, bei {domains, plural, one {# Domain} other {# Domains}}. Letzte Antwort: {response}.",
  "{what} Failed leads in completed campaigns: {over}.":
    "{what} Fehlgeschlagene Leads in abgeschlossenen Kampagnen: {over, number}.",

  "Mailbox {mailbox} is quarantined": "Postfach {mailbox} ist in Quarantäne",
  "Mailbox {mailbox} was slowed down": "Postfach {mailbox} wurde gedrosselt",
  "{reason} The mailbox stops sending for a week and then resumes slowly. Validate the leads and check its health.":
    "{reason} Das Postfach sendet eine Woche lang nicht und beginnt dann langsam wieder. Prüfen Sie die Leads und den Zustand des Postfachs.",
  "{reason} The mailbox sends at half of its limit until this improves. Check its health.":
    "{reason} Das Postfach sendet nur mit der Hälfte seines Limits, bis sich das bessert. Prüfen Sie seinen Zustand.",
  "{share, number, percent} of its emails bounced within 7 days.":
    "{share, number, percent} seiner E-Mails waren innerhalb von 7 Tagen unzustellbar.",
  "{complaints} recipients marked its emails as spam within 7 days.":
    "{complaints, plural, one {# Empfänger hat} other {# Empfänger haben}} seine E-Mails innerhalb von 7 Tagen als Spam markiert.",
  "{share, number, percent} of its warmup emails landed in spam within 7 days.":
    "{share, number, percent} seiner Warmup-E-Mails sind innerhalb von 7 Tagen im Spam gelandet.",

  "Campaign {campaign} was paused": "Kampagne {campaign} wurde pausiert",
  "{rate, number, tenths} of its last {sample} emails bounced. Validate its leads and remove the invalid ones, then start it again. Only emails sent after that count.":
    "{rate, number, tenths} ihrer letzten {sample, plural, one {# E-Mail} other {# E-Mails}} waren unzustellbar. Prüfen Sie die Leads, entfernen Sie die ungültigen und starten Sie die Kampagne dann wieder. Es zählen nur E-Mails, die danach gesendet werden.",
  "{rate, number, tenths} of its last {sample} emails were marked as spam. Check its leads and texts before you start it again.":
    "{rate, number, tenths} ihrer letzten {sample, plural, one {# E-Mail} other {# E-Mails}} wurden als Spam markiert. Prüfen Sie Leads und Texte, bevor Sie die Kampagne wieder starten.",
  "The providers block all its mailboxes. Fix or replace one and start it again.":
    "Die Anbieter blockieren alle ihre Postfächer. Bringen Sie eines in Ordnung oder ersetzen Sie es, und starten Sie die Kampagne dann wieder.",
  "The database was restored from a backup. Check what was sent since then, then start it again.":
    "Die Datenbank wurde aus einer Sicherung wiederhergestellt. Prüfen Sie, was seitdem gesendet wurde, und starten Sie die Kampagne dann wieder.",
  "The database was restored to an earlier state. Emails sent since then are known and not sent again, and replies are read again. Unsubscribes and changes since then are lost. Check them before you start the campaign.":
    "Die Datenbank wurde auf einen früheren Stand zurückgesetzt. Seitdem gesendete E-Mails sind bekannt und werden nicht noch einmal gesendet, und Antworten werden erneut gelesen. Abmeldungen und Änderungen seitdem sind verloren. Prüfen Sie sie, bevor Sie die Kampagne starten.",
  "The database is as it was at {from}; what happened until {to} is missing in it.":
    "Die Datenbank hat den Stand vom {from, date, moment} UTC; was bis {to, date, moment} UTC geschah, fehlt darin.",
  "Unsubscriptions and changes of that time are lost; replies are read once more.":
    "Abmeldungen und Änderungen aus dieser Zeit sind verloren; Antworten werden noch einmal gelesen.",
  "{times} What was sent in that time is known to the journal and does not go out again. {lost}":
    "{times} Was in dieser Zeit gesendet wurde, steht im Journal und geht nicht noch einmal hinaus. {lost}",
  "{times} Nobody has looked through the Sent folders ({cause}): what was sent in that time goes out again when its campaign is started. {lost}":
    "{times} Die Ordner „Gesendet“ wurden nicht durchsucht ({cause}): Was in dieser Zeit gesendet wurde, geht noch einmal hinaus, wenn die Kampagne gestartet wird. {lost}",
  "it was not asked for": "es wurde nicht verlangt",
  "{folders} Sent folders were looked through: {mails} mails of that time lie there and do not go out again.":
    "{folders, plural, one {# Ordner „Gesendet“ wurde} other {# Ordner „Gesendet“ wurden}} durchsucht: {mails, plural, one {# E-Mail aus dieser Zeit liegt dort und geht} other {# E-Mails aus dieser Zeit liegen dort und gehen}} nicht noch einmal hinaus.",
  "{times} {seen} {lost}": "{times} {seen} {lost}",
  "{named} and {more} more": "{named} und {more, number} weitere",
  "{times} {seen} Not looked through: {boxes}. What these sent in that time goes out again when its campaign is started. {lost}":
    "{times} {seen} Nicht durchsucht: {boxes}. Was diese in dieser Zeit gesendet haben, geht noch einmal hinaus, wenn die Kampagne gestartet wird. {lost}",
  "{gap} Look through it, then start it again.":
    "{gap} Sehen Sie die Kampagne durch und starten Sie sie dann wieder.",
  "The campaign has no mailbox left. Assign one and start it again.":
    "Die Kampagne hat kein Postfach mehr. Weisen Sie ihr eines zu und starten Sie sie wieder.",
  "A follow-up rule stopped": "Eine Follow-up-Regel wurde gestoppt",
  "The campaign that it sends leads to was deleted: {campaign}. Change the rule, or delete it.":
    "Die Kampagne, an die sie Leads übergibt, wurde gelöscht: {campaign}. Ändern oder löschen Sie die Regel.",
  "Emails approved": "E-Mails freigegeben",
  "Changes requested": "Änderungen gewünscht",
  '{person} approved the emails of "{campaign}".':
    "{person} hat die E-Mails von „{campaign}“ freigegeben.",
  '{person} approved the emails of "{campaign}". "{comment}"':
    "{person} hat die E-Mails von „{campaign}“ freigegeben. „{comment}“",
  '{person} asks for changes to the emails of "{campaign}": {comment}':
    "{person} wünscht Änderungen an den E-Mails von „{campaign}“: {comment}",

  "Webhook to {host} was turned off": "Webhook an {host} wurde ausgeschaltet",
  "Webhook to an unknown host was turned off":
    "Webhook an einen unbekannten Host wurde ausgeschaltet",
  "{service} was turned off": "{service} wurde ausgeschaltet",
  "Its last {failures} attempts in a row failed. Reconnect it under Settings, Integrations. It is then on again and receives the missed events.":
    "Die letzten {failures} Versuche in Folge sind fehlgeschlagen. Verbinden Sie es unter „Einstellungen“, „Integrationen“ neu. Es ist dann wieder eingeschaltet und erhält die verpassten Ereignisse.",
  "Its credentials can no longer be decrypted. Reconnect it under Settings, Integrations.":
    "Die Zugangsdaten lassen sich nicht mehr entschlüsseln. Verbinden Sie es unter „Einstellungen“, „Integrationen“ neu.",
  "Its last {failures} attempts in a row failed. Fix your endpoint, send a test, then turn the webhook on. It then receives the events of the last three days.":
    "Die letzten {failures} Versuche in Folge sind fehlgeschlagen. Reparieren Sie Ihren Endpunkt, senden Sie einen Test und schalten Sie den Webhook dann ein. Er erhält dann die Ereignisse der letzten drei Tage.",
  "Its secret can no longer be decrypted, so deliveries cannot be signed. Enter the secret again.":
    "Sein Geheimnis lässt sich nicht mehr entschlüsseln, daher können Zustellungen nicht signiert werden. Geben Sie das Geheimnis neu ein.",

  "Tracking domain {host} no longer works": "Tracking-Domain {host} funktioniert nicht mehr",
  "New mails link to the install itself until it is mended; links in mails that were sent lead nowhere. Verify its DNS records in the settings.":
    "Bis das behoben ist, verlinken neue E-Mails auf die Installation selbst; Links in bereits gesendeten E-Mails führen ins Leere. Prüfen Sie die DNS-Einträge in den Einstellungen.",
  "The host {host} no longer works": "Der Host {host} funktioniert nicht mehr",
  "Clients cannot sign in there, and links in emails to them lead to the address of the installation until it works again. An admin can check its DNS record and certificate in the settings, under White label.":
    "Kunden können sich dort nicht einloggen, und Links in E-Mails an sie führen zur Adresse der Installation, bis er wieder funktioniert. Ein Admin kann DNS-Eintrag und Zertifikat in den Einstellungen unter „White Label“ prüfen.",

  "{name} is on {list}": "{name} steht auf {list}",
  "{name} is off {list}": "{name} steht nicht mehr auf {list}",
  "{use, select, sending {The sending domain} tracking {The tracking domain} server {The mail server's address} other {The linked domain}} {name} is on the block list {list}, confirmed by a second answer. Find the cause, then ask to be removed: {link}":
    "{use, select, sending {Die Versanddomain} tracking {Die Tracking-Domain} server {Die Adresse des Mailservers} other {Die verlinkte Domain}} {name} steht auf der Blockliste {list}, bestätigt durch eine zweite Abfrage. Suchen Sie die Ursache und beantragen Sie dann die Entfernung: {link}",
  "{use, select, sending {The sending domain} tracking {The tracking domain} server {The mail server's address} other {The linked domain}} {name} is no longer on the block list {list}, confirmed by a second answer.":
    "{use, select, sending {Die Versanddomain} tracking {Die Tracking-Domain} server {Die Adresse des Mailservers} other {Die verlinkte Domain}} {name} steht nicht mehr auf der Blockliste {list}, bestätigt durch eine zweite Abfrage.",
  "{domain}: your own source fails DMARC": "{domain}: Ihre eigene Quelle besteht DMARC nicht",
  "Of {messages, number} emails from {source}, {share, number, percent} passed DMARC for {domain}. Sign them with DKIM for this domain, or correct its SPF record.":
    "Von {messages, number} E-Mails von {source} haben {share, number, percent} DMARC für {domain} bestanden. Signieren Sie sie mit DKIM für diese Domain oder korrigieren Sie deren SPF-Eintrag.",
  "{domain}: an unknown source passes DMARC": "{domain}: Eine unbekannte Quelle besteht DMARC",
  "{source} sent {messages, number} emails as {domain} that passed DMARC, and is neither in the SPF record nor a known provider. Check who has a key of the domain.":
    "{source} hat {messages, plural, one {# E-Mail} other {# E-Mails}} als {domain} gesendet, die DMARC bestanden haben, und steht weder im SPF-Eintrag noch ist es ein bekannter Anbieter. Prüfen Sie, wer einen Schlüssel der Domain hat.",
  "Many emails fail DMARC": "Viele E-Mails bestehen DMARC nicht",
  "{messages, number} emails of {day} used your domains and failed DMARC. The reports tell whether they are yours or somebody else's.":
    "{messages, number} E-Mails vom {day, date, day} verwendeten Ihre Domains und haben DMARC nicht bestanden. Die Berichte zeigen, ob sie von Ihnen oder von anderen sind.",
  "Deliveries to your domains fail at TLS": "Zustellungen an Ihre Domains scheitern an TLS",
  "{failed, number} of {sessions, number} sessions of the last week failed. The TLS reports name the server and the failure.":
    "{failed, number} von {sessions, number} Sitzungen der letzten Woche sind fehlgeschlagen. Die TLS-Berichte nennen den Server und den Fehler.",
  "No DMARC report for a week": "Seit einer Woche kein DMARC-Bericht",
  "The last report that counts arrived on {day}. Check rua in the DMARC record, and whether the mailbox is read.":
    "Der letzte Bericht, der zählt, kam am {day, date, day}. Prüfen Sie „rua“ im DMARC-Eintrag und ob das Postfach gelesen wird.",

  "The link {link} waits after three failures": "Der Link {link} wartet nach drei Fehlern",
  "The link {link} could not be read": "Der Link {link} konnte nicht gelesen werden",
  "Nothing was changed.": "Es wurde nichts geändert.",
  "Its first {rows} rows are stored, and the next run stores the rest.":
    "{rows, plural, one {Die erste Zeile ist gespeichert} other {Die ersten # Zeilen sind gespeichert}}, und der nächste Lauf speichert den Rest.",
  "{problem} {stored} It is tried once a day, and is active again when that succeeds. Correct it and run it to go on at once.":
    "{problem} {stored} Er wird einmal am Tag versucht und ist wieder aktiv, sobald das gelingt. Korrigieren Sie ihn und führen Sie ihn aus, um sofort weiterzumachen.",
  "{problem} {stored} It is tried again. You are told again only if it fails three times in a row.":
    "{problem} {stored} Es wird erneut versucht. Sie werden erst wieder benachrichtigt, wenn es dreimal in Folge fehlschlägt.",
  "Upload who unsubscribed at {product}": "Laden Sie hoch, wer sich bei {product} abgemeldet hat",
  "The key of the move from {product} is gone. People can still unsubscribe from emails that {product} sent. Upload its unsubscribes and block list to the move once more.":
    "Der Schlüssel für den Umzug von {product} ist nicht mehr da. Empfänger können sich weiterhin von E-Mails abmelden, die {product} gesendet hat. Laden Sie die Abmeldungen und die Sperrliste von dort noch einmal zum Umzug hoch.",

  "{person} mentioned you in a note": "{person} hat Sie in einer Notiz erwähnt",
  "Open the conversation to read it and to answer.":
    "Öffnen Sie die Unterhaltung, um sie zu lesen und zu antworten.",
  "A reply has waited for {hours, plural, one {# hour} other {# hours}}":
    "Eine Antwort wartet seit {hours, plural, one {# Stunde} other {# Stunden}}",
  "Open the conversation to answer it, or assign it to someone who can.":
    "Öffnen Sie die Unterhaltung, um zu antworten, oder weisen Sie sie jemandem zu, der das kann.",

  "The clock was ahead": "Die Uhr ging vor",
  "The server clock was {hours} hours ahead and is correct again. {mailboxes} mailboxes would have waited until then and now resume. Steps that were scheduled in that time keep their later time.":
    "Die Serveruhr ging {hours, plural, one {# Stunde} other {# Stunden}} vor und stimmt jetzt wieder. {mailboxes, plural, one {# Postfach hätte bis dahin gewartet und macht} other {# Postfächer hätten bis dahin gewartet und machen}} jetzt weiter. Schritte, die in dieser Zeit geplant wurden, behalten ihren späteren Zeitpunkt.",
  "The disk is nearly full": "Der Datenträger ist fast voll",
  "Less than 512 MB of disk space is free for DATA_DIR. When the disk is full, nothing is sent, received or saved. Free up space, or move DATA_DIR to a larger disk.":
    "Für DATA_DIR sind weniger als 512 MB Speicherplatz frei. Wenn der Datenträger voll ist, wird nichts gesendet, empfangen oder gespeichert. Schaffen Sie Platz oder verschieben Sie DATA_DIR auf einen größeren Datenträger.",
  "The disk is full": "Der Datenträger ist voll",
  "Nothing is sent, received or saved until there is free disk space for DATA_DIR. Then sending resumes automatically. Nothing is sent twice.":
    "Bis für DATA_DIR wieder Speicherplatz frei ist, wird nichts gesendet, empfangen oder gespeichert. Danach läuft der Versand automatisch weiter. Nichts wird doppelt gesendet.",
  "Outrider {version} is available": "Outrider {version} ist verfügbar",
  "You are running {current}. View the release notes and update under Admin, Updates. If the update fails, it is rolled back automatically.":
    "Sie verwenden {current}. Unter „Admin“, „Updates“ finden Sie die Versionshinweise und das Update. Schlägt das Update fehl, wird es automatisch zurückgenommen.",

  "{amount} conversations were assigned to you":
    "{amount, plural, one {# Unterhaltung wurde} other {# Unterhaltungen wurden}} Ihnen zugewiesen",
  "Assigned to you: {lead}": "Ihnen zugewiesen: {lead}",
  "Reply from {lead}: {category}": "Antwort von {lead}: {category}",
  interested: "interessiert",
  "meeting request": "Terminwunsch",
  "a lead": "ein Lead",
  "a lead, {company}": "ein Lead, {company}",
  "Notices work in this browser": "Benachrichtigungen funktionieren in diesem Browser",
} as const;

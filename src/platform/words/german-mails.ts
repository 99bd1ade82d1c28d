/** What emails to people of the installation say, by the English text. */
export const germanMails = {
  "Hello,": "Guten Tag,",
  "Hello {name},": "Guten Tag {name},",

  "Reset your password": "Passwort zurücksetzen",
  "someone asked to reset your password at {origin}.\nIf it was you, open this link within one hour:":
    "jemand möchte Ihr Passwort auf {origin} zurücksetzen.\nWenn Sie das waren, öffnen Sie innerhalb einer Stunde diesen Link:",
  'Or send the part after "token=" as "token" with "new_password" to POST {address}.':
    "Oder senden Sie den Teil nach „token=“ als „token“ zusammen mit „new_password“ an POST {address}.",
  "If it was not you, ignore this email. Your password stays the same.":
    "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.",

  "Confirm your email address": "Bestätigen Sie Ihre E-Mail-Adresse",
  "somebody wants to use this address for their account at {origin}.\nIf it was you, open this link within 24 hours:":
    "jemand möchte diese Adresse für ein Konto auf {origin} verwenden.\nWenn Sie das waren, öffnen Sie innerhalb von 24 Stunden diesen Link:",
  "If it was not you, ignore this email. Nothing changes.":
    "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Es ändert sich nichts.",
  "Your email address was changed": "Ihre E-Mail-Adresse wurde geändert",
  "the email address of your account at {origin} is now {email}.\nIf it was you, there is nothing to do.":
    "die E-Mail-Adresse Ihres Kontos auf {origin} ist jetzt {email}.\nWenn Sie das waren, müssen Sie nichts tun.",
  "If it was not you, open this link within 72 hours. It restores this address,\nends all sessions and stops the password; another email lets you choose a new one:":
    "Wenn Sie das nicht waren, öffnen Sie innerhalb von 72 Stunden diesen Link. Er stellt diese Adresse wieder her,\nbeendet alle Sitzungen und sperrt das Passwort. Mit einer weiteren E-Mail wählen Sie ein neues:",

  "Your invitation to {product}": "Ihre Einladung zu {product}",
  "{inviter} invites you to {product} at {origin}.":
    "{inviter} lädt Sie zu {product} auf {origin} ein.",
  "An admin invites you to {product} at {origin}.":
    "ein Admin lädt Sie zu {product} auf {origin} ein.",
  "You get access to: {workspaces}": "Sie erhalten Zugang zu: {workspaces}",
  "Open this link to set your name and password:":
    "Öffnen Sie diesen Link, um Ihren Namen und Ihr Passwort festzulegen:",
  "It works once, until {until}.\nIf you do not know what this is about, ignore this email.":
    "Er funktioniert einmal, bis zum {until, date, day}.\nWenn Sie nicht wissen, worum es geht, ignorieren Sie diese E-Mail.",

  "Test email of {product}": "Test-E-Mail von {product}",
  "this is how clients get emails about their account: by this sender, and with links to this address:":
    "so erhalten Kunden E-Mails zu ihrem Konto: von diesem Absender und mit Links zu dieser Adresse:",
  "There is nothing to do.": "Sie müssen nichts tun.",

  "Account: {origin}\nTime: {at}": "Konto: {origin}\nZeit: {at, date, moment} UTC",
  "If it was not you, change your password and ask an admin.":
    "Wenn Sie das nicht waren, ändern Sie Ihr Passwort und wenden Sie sich an einen Admin.",
  "A second factor was added": "Ein zweiter Faktor wurde hinzugefügt",
  "A second factor was added to your account.": "Ihrem Konto wurde ein zweiter Faktor hinzugefügt.",
  "A second factor was removed": "Ein zweiter Faktor wurde entfernt",
  "A second factor was removed from your account.":
    "ein zweiter Faktor wurde aus Ihrem Konto entfernt.",
  "Your second factors were reset": "Ihre zweiten Faktoren wurden zurückgesetzt",
  "An admin removed all second factors from your account and ended its sessions. Sign in with your password, then set a new factor.":
    "ein Admin hat alle zweiten Faktoren aus Ihrem Konto entfernt und dessen Sitzungen beendet. Loggen Sie sich mit Ihrem Passwort ein und richten Sie dann einen neuen Faktor ein.",
  "New recovery codes": "Neue Wiederherstellungscodes",
  "New recovery codes were made for your account. The earlier ones do not work any more.":
    "für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die bisherigen funktionieren nicht mehr.",
  "A recovery code was used": "Ein Wiederherstellungscode wurde verwendet",
  "Somebody signed in to your account with your password and a recovery code.":
    "jemand hat sich mit Ihrem Passwort und einem Wiederherstellungscode in Ihr Konto eingeloggt.",
  "A passkey was refused": "Ein Passkey wurde abgelehnt",
  "A passkey of your account was refused because its counter went back. It may have been copied. Delete it and add a new one.":
    "ein Passkey Ihres Kontos wurde abgelehnt, weil sein Zähler zurückging. Möglicherweise wurde er kopiert. Löschen Sie ihn und fügen Sie einen neuen hinzu.",
  "Wrong codes at your sign-in": "Falsche Codes beim Einloggen",
  "Somebody passed the first step of your sign-in, your password or single sign-on, and then entered five wrong codes. If it was not you, change that password.":
    "jemand hat beim Einloggen in Ihr Konto den ersten Schritt (Passwort oder Single Sign-on) bestanden und dann fünf falsche Codes eingegeben. Wenn Sie das nicht waren, ändern Sie dieses Passwort.",
  "Single sign-on was linked": "Single Sign-on wurde verknüpft",
  "Your account was linked to single sign-on, which signs you in from now on.":
    "Ihr Konto wurde mit Single Sign-on verknüpft. Damit loggen Sie sich ab jetzt ein.",
  "Your account was linked to single sign-on, which signs you in from now on. It was made without a confirmed address, so its earlier password, second factors, sessions and API keys were removed.":
    "Ihr Konto wurde mit Single Sign-on verknüpft. Damit loggen Sie sich ab jetzt ein. Das Konto war ohne bestätigte Adresse angelegt worden, deshalb wurden sein bisheriges Passwort, zweite Faktoren, Sitzungen und API-Schlüssel entfernt.",
  "Single sign-on was unlinked": "Single Sign-on wurde getrennt",
  "Your account is not linked to single sign-on any more.":
    "Ihr Konto ist nicht mehr mit Single Sign-on verknüpft.",
  "The emergency account signed in": "Das Notfallkonto hat sich eingeloggt",
  "Single sign-on is the only way in, and the emergency account was used without it. The audit log shows when and from where.":
    "Single Sign-on ist der einzige Zugang, und das Notfallkonto wurde ohne es verwendet. Das Audit-Log zeigt, wann und von wo.",
  "A change of your email was requested": "Eine Änderung Ihrer E-Mail-Adresse wurde angefordert",
  "Somebody who is signed in to your account wants to change its email address. It changes when the new address confirms.":
    "jemand, der in Ihr Konto eingeloggt ist, möchte dessen E-Mail-Adresse ändern. Sie ändert sich, sobald die neue Adresse bestätigt wird.",
  "Your email was restored": "Ihre E-Mail-Adresse wurde wiederhergestellt",
  "A change of your email address was undone. All sessions ended, and your earlier password does not work any more. Another message has a link to choose a new one. Then check your second factors.":
    "eine Änderung Ihrer E-Mail-Adresse wurde rückgängig gemacht. Alle Sitzungen wurden beendet, und Ihr bisheriges Passwort funktioniert nicht mehr. Eine weitere Nachricht enthält einen Link, mit dem Sie ein neues wählen. Prüfen Sie danach Ihre zweiten Faktoren.",

  "{n} notifications from {workspace}":
    "{n, plural, one {# Benachrichtigung} other {# Benachrichtigungen}} von {workspace}",
  "Connect it again: {link}": "Neu verbinden: {link}",
  'See {origin}, workspace "{workspace}".\nYou can change who gets these emails in the workspace settings, under notifications.':
    "Siehe {origin}, Arbeitsbereich „{workspace}“.\nWer diese E-Mails erhält, ändern Sie in den Einstellungen des Arbeitsbereichs unter „Benachrichtigungen“.",
} as const;

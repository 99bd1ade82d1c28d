import { describe, expect, it } from "vitest";
import { judgeRefusal } from "#platform/rules/mail/refusal.ts";

/** Class, and whom it is about where that matters. */
const TEXTS: readonly (readonly [found: string, text: string])[] = [
  [
    "block/account",
    "550-5.7.1 Mail relay denied [192.0.2.1]. Invalid credentials for relay for one of the domains in: ours.test (as obtained from HELO and MAIL FROM). Email is being sent from a domain or IP address which isn't registered in your Workspace account. gsmtp",
  ],
  [
    "block/account",
    "550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP. For more information please go to http://go.microsoft.com/fwlink/?LinkId=526653 AS(7230)",
  ],
  [
    "soft",
    "550 5.7.368 Remote server returned authentication required to relay -> 550 5.7.1 Unable to relay",
  ],
  [
    "hard",
    '550 "The recipient cannot be verified. Please check all recipients of this message to verify they are valid."',
  ],
  ["block", "554 Denied [CS] [CSRV] (Mode: normal)"],
  [
    "soft",
    "Sorry. Although I'm listed as a best-preference MX or A for that host, it isn't in my control/locals file, so I don't treat it as local. (#5.4.6)",
  ],
  ["block/account", "553 Relaying disallowed as ann@ours.test"],
  ["block/account", "553 Sender is not allowed to relay emails"],
  ["hard", "550 Recipient email address is possibly incorrect"],
  ["block", "550 5.7.1 Access denied. IP name lookup failed [192.0.2.1]"],
  ["hard", "550 non-local recipient verification failed"],
  ["hard", "550 Die Adresse ist nicht bekannt"],
  ["hard", "550 Compte inexistant"],
  ["hard", "550 L'utente non esiste"],
  ["hard", "550 Casella inesistente"],
  ["hard", "550 Usuário não encontrado"],
  ["hard", "550 Destinatário inexistente"],
  ["hard", "550 De gebruiker bestaat niet"],
  ["hard", "550 Onbekende gebruiker"],
  ["hard", "550 Nieznany użytkownik"],
  ["hard", "550 Adres nie istnieje"],
  ["hard", "550 Нет такого пользователя"],
  ["block", "550 Сообщение отклонено как спам"],
  ["block", "550 Ihre IP-Adresse wurde gesperrt"],
  ["block", "550 Votre adresse IP est bloquée"],
  ["hard", "550 該当するユーザが見つかりません"],
  ["hard", "550 收件人地址不存在"],
  ["hard", "550 account closed"],
  ["hard", "550 We don't have a user by that name"],
  ["hard", "550 no thank you rejected: Account Unavailable: Possible Typo?"],
  ["hard", "Domain acme.test has no MX, A or AAAA record"],
  ["soft", "The receiving mail server for acme.test doesn't support TLS (MTA-STS policy)"],
  ["block", "550 Die Adresse des Absenders existiert nicht"],
  ["block", "550 El remitente no existe"],
  ["block", "550 La dirección del remitente es desconocida"],
  ["block", "550 Indirizzo del mittente inesistente"],
  ["block", "550 Endereço do remetente inexistente"],
  ["block", "550 Afzender onbekend"],
  ["block", "550 Nadawca nieznany"],
  ["block", "550 Адрес отправителя не существует"],
  ["block", "550 Die IP-Adresse des Absenders ist gesperrt"],
  ["hard", "550 Le compte n'existe plus"],
  ["hard", "550 Indirizzo inesistente"],
  ["hard", "550 Utente non trovato"],
  ["hard", "550 Endereço de e-mail não existe"],
  ["hard", "550 Conta inexistente"],
  ["hard", "550 Gebruiker bestaat niet"],
  ["hard", "550 E-mailadres onbekend"],
  ["hard", "550 Skrzynka nie istnieje"],
  ["block", "550 5.7.1 IP name lookup failed for 192.0.2.1"],
  ["hard", "550 Mailbox closed"],
  ["soft", "550 5.7.1 STS policy violation, TLS is required"],
  ["block", "554 Denied"],
  ["soft", "550 5.7.57 Remote server returned authentication required to relay -> 550 not allowed"],
  [
    "soft/account",
    "You have reached a limit for sending mail. Your message was not sent. The response was: Message rejected. For more information, go to https://support.google.com/mail/answer/69585",
  ],
  ["block/account", "553 5.7.1 Sender is not allowed to relay emails"],
  [
    "block/account",
    "550 5.7.1 Invalid credentials for relay [192.0.2.1]. The IP address you've registered in your Workspace SMTP Relay service doesn't match",
  ],

  ["hard", "Adresse d au moins un destinataire invalide. OFR204_418 [418]"],
  ["soft/recipient", "550 Delivery is not allowed to this address."],
];

const judged = (text: string): { class: string; about: string } =>
  judgeRefusal({ code: null, enhanced: null, text });

describe("a refusal in the words of less common servers and other languages", () => {
  it.each(TEXTS)("is %s: %s", (found, text) => {
    const [wanted, about] = found.split("/");
    expect(judged(text).class).toBe(wanted);
    if (about !== undefined) expect(judged(text).about).toBe(about);
  });

  it("about a sender's address is never about the recipient's", () => {
    for (const text of [
      "550 L'adresse de l'expéditeur n'existe pas",
      "550 Die Adresse des Absenders existiert nicht",
      "550 La dirección del remitente es desconocida",
      "550 Indirizzo del mittente inesistente",
      "550 Endereço do remetente inexistente",
      "550 Адрес отправителя не существует",
    ]) {
      expect(judged(text), text).toEqual({ class: "block", about: "sender" });
    }
  });
});

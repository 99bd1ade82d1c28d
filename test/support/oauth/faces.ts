import type { ImapFace } from "#test/support/mail/imap/session.ts";
import type { SmtpFace } from "#test/support/mail/scripted-smtp.ts";

/** Whether a token opens the mailbox of this user now. */
export type Judge = (user: string, token: string) => boolean;

const WHERE = "[FR2P281CA0001.DEUP281.PROD.OUTLOOK.COM 2026-11-22T10:00:00.000Z 08DE000000000000]";

/** Replies of Exchange Online, word for word. */
export const EXCHANGE = {
  badToken: `535 5.7.3 Authentication unsuccessful ${WHERE}`,
  tenantOff: `535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant. Visit https://aka.ms/smtp_auth_disabled for more information. ${WHERE}`,
  mailboxOff: `535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Mailbox. Visit https://aka.ms/smtp_auth_disabled for more information. ${WHERE}`,
  basicOff: `535 5.7.139 Authentication unsuccessful, basic authentication is disabled. ${WHERE}`,
  wrongPassword: `535 5.7.139 Authentication unsuccessful, the user credentials were incorrect. ${WHERE}`,
  securityDefaults: `535 5.7.139 Authentication unsuccessful, user is locked by your organization's security defaults policy. Contact your administrator. ${WHERE}`,
  basicGone: "550 5.7.30 Basic authentication is not supported for Client Submission.",
  notLoggedIn: `530 5.7.57 Client not authenticated to send mail. ${WHERE}`,
  tooMany:
    "432 4.3.2 Concurrent connections limit exceeded. Visit https://aka.ms/concurrent_sending for more information. [Hostname=DB9PR01MB0001.eurprd01.prod.exchangelabs.com]",
  notAs:
    "554 5.2.252 SendAsDenied; joe@contoso.test not allowed to send as info@contoso.test; STOREDRV.Submission.Exception:SendAsDeniedException.MapiExceptionSendAsDenied",
  imapBadToken: "NO AUTHENTICATE failed.",
  imapBye: "* BYE Session invalidated - AccessTokenExpired",
  imapNotConnected: "BAD User is authenticated but not connected.",
} as const;

/** Replies of Gmail, word for word. */
export const GMAIL = {
  challenge: Buffer.from(
    '{"status":"401","schemes":"bearer mac","scope":"https://mail.google.com/"}',
  ).toString("base64"),
  badToken:
    "535-5.7.8 Username and Password not accepted. For more information, go to\r\n535 5.7.8  https://support.google.com/mail/?p=BadCredentials a640c23a62f3a-gsmtp",
  wantsAppPassword:
    "534-5.7.9 Application-specific password required. For more information, go to\r\n534 5.7.9  https://support.google.com/mail/?p=InvalidSecondFactor a640c23a62f3a-gsmtp",
  tooManyLogIns: "454 4.7.0 Too many login attempts, please try again later. a640c23a62f3a-gsmtp",
  overLimit:
    "550-5.4.5 Daily user sending limit exceeded. For more information on Gmail\r\n550-5.4.5 sending limits go to\r\n550 5.4.5  https://support.google.com/a/answer/166852 a640c23a62f3a-gsmtp",
  notLoggedIn:
    "530-5.7.0 Authentication Required. For more information, go to\r\n530 5.7.0  https://support.google.com/accounts/troubleshooter/2402620. a640c23a62f3a-gsmtp",
  imapBadToken: "NO [AUTHENTICATIONFAILED] Invalid credentials (Failure)",
  imapBye: "* BYE Session expired, please login again.",
  imapOff:
    "NO [ALERT] Your account is not enabled for IMAP use. Please visit your Gmail settings page and enable your account for IMAP access. (Failure)",
  imapTooMany: "NO [ALERT] Too many simultaneous connections. (Failure)",
} as const;

export type ExchangeOptions = {
  /** Keeps the Message-ID of the sender, which Exchange replaces otherwise. */
  readonly keepsIds?: boolean;
  /** Gets the copy that Exchange files in the Sent folder of who sends. */
  readonly file?: (user: string, raw: string) => void;
};

/** Exchange Online as a submission server: it gives a mail its own Message-ID, and names it after the dot. */
export function exchangeSmtp(judge: Judge, { keepsIds, file }: ExchangeOptions = {}): SmtpFace {
  let mails = 0;
  return {
    greeting: "220 FR2P281CA0001.outlook.office365.com Microsoft ESMTP MAIL Service ready",
    extensions: ["SIZE 157286400", "PIPELINING", "AUTH LOGIN XOAUTH2", "8BITMIME", "SMTPUTF8"],
    judge,
    challenge: null,
    badToken: EXCHANGE.badToken,
    password: EXCHANGE.basicGone,
    accepted: "235 2.7.0 Accepted",
    notLoggedIn: EXCHANGE.notLoggedIn,
    take(user, raw) {
      const id = `<FR2P281MB${String(++mails).padStart(4, "0")}0A1B2C3D4E5F6A7B8C9D@FR2P281MB0001.DEUP281.PROD.OUTLOOK.COM>`;
      const taken = keepsIds ? raw : raw.replace(/^Message-ID:.*$/im, `Message-ID: ${id}`);
      file?.(user, taken);
      return {
        raw: taken,
        reply: keepsIds
          ? "250 2.0.0 OK [Hostname=FR2P281MB0001.DEUP281.PROD.OUTLOOK.COM]"
          : `250 2.0.0 OK ${id} [Hostname=FR2P281MB0001.DEUP281.PROD.OUTLOOK.COM]`,
      };
    },
  };
}

/** Gmail as a submission server. */
export const gmailSmtp = (judge: Judge): SmtpFace => ({
  greeting: "220 smtp.gmail.com ESMTP a640c23a62f3a - gsmtp",
  extensions: [
    "SIZE 35882577",
    "8BITMIME",
    "AUTH LOGIN PLAIN XOAUTH2 PLAIN-CLIENTTOKEN OAUTHBEARER XOAUTH",
    "SMTPUTF8",
  ],
  judge,
  challenge: GMAIL.challenge,
  badToken: GMAIL.badToken,
  password: GMAIL.badToken,
  accepted: "235 2.7.0 Accepted",
  notLoggedIn: GMAIL.notLoggedIn,
  take: (_user, raw) => ({ raw, reply: "250 2.0.0 OK  1795600000 a640c23a62f3a.1 - gsmtp" }),
});

/** Exchange Online over IMAP: it notices the end of a token at the next command. */
export const exchangeImap = (judge: Judge): ImapFace => ({
  greeting: "The Microsoft Exchange IMAP4 service is ready.",
  capabilities:
    "IMAP4 IMAP4rev1 AUTH=PLAIN AUTH=XOAUTH2 SASL-IR UIDPLUS ID UNSELECT CHILDREN IDLE NAMESPACE LITERAL+",
  judge,
  challenge: null,
  badToken: EXCHANGE.imapBadToken,
  accepted: () => "OK AUTHENTICATE completed.",
  bye: EXCHANGE.imapBye,
  endsAtCommands: true,
});

/** Gmail over IMAP: it ends sessions by itself. */
export const gmailImap = (judge: Judge): ImapFace => ({
  greeting: "Gimap ready for requests from 127.0.0.1",
  capabilities:
    "IMAP4rev1 UNSELECT IDLE NAMESPACE ID UIDPLUS SPECIAL-USE CHILDREN SASL-IR AUTH=XOAUTH2 AUTH=PLAIN AUTH=OAUTHBEARER",
  judge,
  challenge: GMAIL.challenge,
  badToken: GMAIL.imapBadToken,
  accepted: (user) => `OK ${user} authenticated (Success)`,
  bye: GMAIL.imapBye,
  endsAtCommands: false,
});

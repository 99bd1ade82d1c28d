import { LOG_IN_WORDS } from "#platform/rules/mail/log-in-refusal.ts";
import type { Connection } from "#platform/wire/companion.ts";
import type { ConnectionErrorCode } from "#smtp/dial.ts";

type Words = { readonly message: string; readonly hint: string };

/** Only our own texts: the banner of a server could reveal details of a network. */
const WORDS: Readonly<Record<ConnectionErrorCode, Words>> = {
  connection_refused: {
    message: "The server does not respond at this host and port.",
    hint: "Compare the host and port with the settings of your provider.",
  },
  timeout: {
    message: "The server did not respond in time.",
    hint: "A firewall may block this port. Common ports: 465 or 587 for SMTP, 993 for IMAP.",
  },
  dns_failed: {
    message: "The host name was not found.",
    hint: "Check the spelling.",
  },
  tls_failed: {
    message: "The encrypted connection failed, or the certificate does not match the host name.",
    hint: "Ports 465 and 993 use TLS, ports 587 and 143 use STARTTLS. Enter the host name of the certificate.",
  },
  starttls_missing: {
    message: "The server does not offer STARTTLS, and passwords are not sent unencrypted.",
    hint: "Use a port with TLS (465, 993). For a server in your own network, choose no encryption.",
  },
  auth_failed: {
    message: "The server rejected the username or password.",
    hint: "Many providers require an app password, or need SMTP and IMAP to be turned on.",
  },
  auth_missing: {
    message: "The server does not offer sign-in on this port.",
    hint: "Sending with sign-in usually works on port 465 or 587.",
  },
  imap_disabled: {
    message: "IMAP is turned off for this mailbox.",
    hint: "Turn on IMAP in the settings of the mailbox, or ask its administrator. Without IMAP no replies are read.",
  },
  address_refused: {
    message: "Connections to this address are not allowed.",
    hint: "Private addresses are only allowed if the administrator allows private networks.",
  },
  protocol_error: {
    message: "The server closed the connection or sent an unexpected response.",
    hint: "Check that the port matches the protocol, then try again later.",
  },
  ...LOG_IN_WORDS,
  reconnect_required: {
    message: "The provider asks for a new sign-in.",
    hint: "Connect the mailbox again.",
  },
  provider_unavailable: {
    message: "The provider gave no access token in time.",
    hint: "Try again in a few minutes.",
  },
  client_refused: {
    message: "The provider rejected the OAuth client of this installation.",
    hint: "An administrator has to check the client's ID and secret.",
  },
  not_granted: {
    message: "There is no consent for this mailbox any more.",
    hint: "Connect the mailbox again.",
  },
};

/** Where a mailbox signs in by token, nobody typed a password. */
const OAUTH_WORDS: Readonly<Partial<Record<ConnectionErrorCode, Words>>> = {
  auth_failed: {
    message: "The server rejected the access token of this mailbox.",
    hint: "Check that the mailbox exists, that SMTP and IMAP are turned on for it, and that the consent covers them.",
  },
  auth_missing: {
    message: "The server does not offer sign-in with OAuth on this port.",
    hint: "Use the host and port that the provider names for OAuth.",
  },
};

/** What to say of a failure of this connection. */
export const wordsFor = (code: ConnectionErrorCode, { oauth }: Pick<Connection, "oauth">): Words =>
  (oauth && OAUTH_WORDS[code]) ?? WORDS[code];

import type { ConnectionErrorCode } from "#smtp/dial.ts";

type Words = { readonly message: string; readonly hint: string };

/** Our words alone: a server's banner could tell what stands inside a network. */
const WORDS: Readonly<Record<ConnectionErrorCode, Words>> = {
  connection_refused: {
    message: "Nothing answers at this host and port.",
    hint: "Compare host and port with what your provider lists.",
  },
  timeout: {
    message: "The server did not answer in time.",
    hint: "A firewall may block this port. Common ports: 465 or 587 for SMTP, 993 for IMAP.",
  },
  dns_failed: {
    message: "The host name cannot be found.",
    hint: "Check its spelling.",
  },
  tls_failed: {
    message:
      "The encrypted connection could not be set up, or the certificate does not fit the host.",
    hint: "465 and 993 use TLS from the start, 587 and 143 use STARTTLS. Enter the name that the certificate was made for.",
  },
  starttls_missing: {
    message: "The server does not offer STARTTLS, and a password is not sent in clear.",
    hint: "Use the port with TLS (465, 993). For a server in your own network choose no encryption.",
  },
  auth_failed: {
    message: "The server refused the user name or the password.",
    hint: "Many providers want an app password, or have to be told to allow SMTP and IMAP.",
  },
  auth_missing: {
    message: "The server offers no way to log in here.",
    hint: "Sending with a log-in usually works on port 465 or 587.",
  },
  address_refused: {
    message: "This address may not be dialled.",
    hint: "Private addresses are reachable only when the operator allows private networks.",
  },
  protocol_error: {
    message: "The server ended the conversation or said something unexpected.",
    hint: "Check that this port is meant for this protocol, then try again later.",
  },
};

export const wordsFor = (code: ConnectionErrorCode): Words => WORDS[code];

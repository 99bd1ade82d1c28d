import type { OutsideText } from "#platform/rules/outside-text.ts";
import type { OutgoingMail, SendResult, SmtpPhase } from "#platform/wire/transmission.ts";
import type { Verb } from "./dialogue.ts";

/** What the dialogue showed about one transmission; the app decides what it means. */
export type SmtpFacts = Pick<
  SendResult,
  "ending" | "phase" | "code" | "enhanced" | "response" | "server_message_id"
>;

/** The fields that nodemailer adds to its errors. */
export type SmtpError = Error & {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
};

const PHASE_OF_VERB = {
  greeting: "connect",
  EHLO: "connect",
  HELO: "connect",
  STARTTLS: "connect",
  AUTH: "auth",
  RSET: "mail",
  MAIL: "mail",
  RCPT: "rcpt",
  DATA: "data",
  QUIT: "mail",
} as const satisfies Record<Verb, SmtpPhase>;

export const phaseOf = (verb: Verb | null, otherwise: SmtpPhase): SmtpPhase =>
  verb === null ? otherwise : PHASE_OF_VERB[verb];

/** Facts without a reply from the server. */
export const silentFacts = (
  ending: SmtpFacts["ending"],
  phase: SmtpPhase,
  response: string | null = null,
): SmtpFacts => ({ ending, phase, code: null, enhanced: null, response });

/** `serverMessageId`: what the reply names, in angle brackets. */
export function acceptedFacts(response: OutsideText, serverMessageId?: OutsideText): SmtpFacts {
  const facts = { ending: "accepted", phase: "done", ...replyParts(response) } as const;
  const id = MESSAGE_ID.exec(serverMessageId?.slice(0, MAX_RESPONSE) ?? "")?.[1];
  return id === undefined ? facts : { ...facts, server_message_id: id };
}

const MESSAGE_ID = /^<([^<>@\s]{1,200}@[^<>@\s]{1,253})>$/;

/** The result of a try as the app gets it; a server's Message-ID is named where it is another one. */
export function sendResult(
  { ticket, lease, message_id }: Pick<OutgoingMail, "ticket" | "lease" | "message_id">,
  { server_message_id: given, ...facts }: SmtpFacts,
): SendResult {
  const own = given === undefined || given === message_id;
  const result = { ticket, lease, message_id, ...facts, replayed: false };
  return own ? result : { ...result, server_message_id: given };
}

/**
 * Facts of a failure: a rejection if the server replied 4xx or 5xx, else how the connection ended.
 */
export function failureFacts(error: SmtpError, phase: SmtpPhase): SmtpFacts {
  if (isRefusal(error)) return { ending: "reply", phase, ...replyParts(error.response ?? "") };
  if (error.code === "ETIMEDOUT") return silentFacts("timeout", phase);
  if (
    error.code === "ETLS" ||
    /^(ERR_SSL|ERR_TLS|CERT_|SELF_SIGNED|UNABLE_TO)/.test(error.code ?? "")
  ) {
    return silentFacts("tls", phase);
  }
  return silentFacts("network", phase);
}

/** Whether the server replied with a rejection, as opposed to no reply or an unexpected one. */
export const isRefusal = (error: SmtpError): boolean =>
  typeof error.responseCode === "number" && error.responseCode >= 400;

/**
 * Whether it failed before any message was mentioned: another message of the same mailbox would
 * fail too.
 */
export const failedToOpen = ({ ending, phase }: SmtpFacts): boolean =>
  (phase === "connect" || phase === "auth") && ending !== "withheld" && ending !== "unsendable";

/** Whether the server wants a log-in before MAIL (RFC 4954), as after a token that ended. */
export const isSignedOut = ({ phase, code }: SmtpFacts): boolean =>
  phase === "mail" && code === 530;

const MAX_RESPONSE = 500;

function replyParts(reply: string): Pick<SmtpFacts, "code" | "enhanced" | "response"> {
  const match = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/.exec(reply);
  return {
    code: match ? Number(match[1]) : null,
    enhanced: match?.[2] ?? null,
    // oxlint-disable-next-line no-control-regex -- control characters are what it removes
    response: reply.replace(/[\u0000-\u001f\u007f]+/g, " ").slice(0, MAX_RESPONSE),
  };
}

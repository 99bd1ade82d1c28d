import type { ApiRefusal } from "#modules/connections/rules/api-answers.ts";
import type { SmtpFacts } from "./outcome.ts";

/** What was asked when a provider refused it: to make the draft, or to send it. */
export type ApiStep = "make" | "send";

const MAX_RESPONSE = 500;

/**
 * A refusal by a provider's API in the words of SMTP, which decide what follows: HTTP has codes for
 * the request, not for its recipient or sender. `name`: whose API. Of a send only where the draft was
 * seen to be there still.
 */
export function refusedFacts(name: string, refusal: ApiRefusal, step: ApiStep): SmtpFacts {
  const { status, code: reason, words, pauseMs } = refusal;
  const response = `${name}: ${words === "" ? "refused" : words} (${status})`.slice(
    0,
    MAX_RESPONSE,
  );
  const facts = { road: "api", enhanced: null, response } as const;
  const reply = (phase: SmtpFacts["phase"], code: number): SmtpFacts => ({
    ...facts,
    ending: "reply",
    phase,
    code,
  });
  if (pauseMs !== null) {
    const phase = step === "make" ? "mail" : "dot";
    return { ...facts, ending: "throttled", phase, code: null, retry_after_ms: pauseMs };
  }
  if (status === 401) return reply("auth", 535);
  if (AWAY.includes(status)) return reply("connect", 421);
  if (SENDERS.test(reason)) return reply("mail", 550);
  if (step === "make") {
    if (status === 403) return reply("auth", 535);
    if (status === 404) return reply("mail", 550);
    if (status === 400 || status === 413 || status === 422) {
      return { ...facts, ending: "unsendable", phase: "mail", code: null };
    }
    return reply("data", 451);
  }
  if (status === 403) return reply("mail", 550);
  if (status === 400 || status === 422) return reply("rcpt", 550);
  return reply("dot", 451);
}

/** The API itself is away, whatever was asked of it: no mail is to blame. */
const AWAY: readonly number[] = [502, 503, 504];

/** Codes that are about the mailbox: no other mail of it would be taken either. */
const SENDERS =
  /^(?:ErrorSendAsDenied|ErrorAccountSuspend\w*|ErrorMailboxStoreUnavailable|MailboxNotEnabledForRESTAPI|MailboxNotSupportedForRESTAPI|ErrorInvalidUser|failedPrecondition)$/;

/** Words for a failure without an answer. */
const UNANSWERED = "did not answer";

/** No answer to what changes nothing for a recipient: the draft was not made, as far as anybody knows. */
export function unansweredFacts(name: string, failure: string): SmtpFacts {
  const response = `${name} ${UNANSWERED} (${failure}).`;
  const facts = { road: "api", code: null, enhanced: null, response } as const;
  switch (failure) {
    case "timeout":
      return { ...facts, ending: "timeout", phase: "connect" };
    case "tls":
      return { ...facts, ending: "tls", phase: "connect" };
    case "blocked":
      return { ...facts, ending: "address_refused", phase: "connect" };
    case "unclear":
      return { ...facts, ending: "reply", phase: "data", code: 451 };
    default:
      return { ...facts, ending: "network", phase: "connect" };
  }
}

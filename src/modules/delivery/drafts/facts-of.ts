import type { SendResult } from "#platform/wire/transmission.ts";
import { noTokenText } from "#platform/rules/mail/token-refusal.ts";
import { ApiRefused, ApiTokenRefused, ApiUnanswered } from "#modules/connections/api/mail-api.ts";
import { type ApiStep, refusedFacts, unansweredFacts } from "#modules/delivery/rules/api-facts.ts";
import type { SmtpFacts } from "#modules/delivery/rules/outcome.ts";

/** A mail as results name it. */
export type Named = Pick<SendResult, "ticket" | "lease" | "message_id">;

/** What was thrown instead of an answer, as facts. Throws what is none of the three. */
export function failureOf(thrown: unknown, name: string, step: ApiStep): SmtpFacts {
  if (thrown instanceof ApiRefused) return refusedFacts(name, thrown.refusal, step);
  if (thrown instanceof ApiUnanswered) return unansweredFacts(name, thrown.failure);
  if (!(thrown instanceof ApiTokenRefused)) throw thrown;
  const silent = { road: "api", phase: "auth", enhanced: null } as const;
  // Only a person can grant it, and nothing else stops the mailbox meanwhile.
  return thrown.refusal === "not_granted"
    ? { ...silent, ending: "reply", code: 535, response: thrown.message.slice(0, 500) }
    : {
        ...silent,
        ending: "no_token",
        code: null,
        response: noTokenText(thrown.refusal, thrown.message),
      };
}

/** Facts without any answer. */
export const apiSilence = (
  ending: SmtpFacts["ending"],
  phase: SmtpFacts["phase"],
  response: string | null = null,
): SmtpFacts => ({ ending, phase, code: null, enhanced: null, response, road: "api" });

/** The provider took it; `given`: the Message-ID under which it left. */
export const acceptedResult = (
  mail: Named,
  name: string,
  given: string | null,
  replayed: boolean,
): SendResult => ({
  ...apiResult(mail, { ...apiSilence("accepted", "done", `${name} accepted it.`), code: 250 }),
  ...(given !== null && given !== mail.message_id && { server_message_id: given }),
  replayed,
});

export const apiResult = ({ ticket, lease, message_id }: Named, facts: SmtpFacts): SendResult => {
  const { retry_after_ms, road: _, ...rest } = facts;
  return {
    ticket,
    lease,
    message_id,
    ...rest,
    ...(retry_after_ms !== undefined && { retry_after_ms }),
    road: "api",
    replayed: false,
  };
};

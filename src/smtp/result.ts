import type { OutgoingMail, SendResult } from "#platform/wire/transmission.ts";
import type { SmtpFacts } from "./facts.ts";

/** The result of a try as the app gets it; a server's Message-ID is named where it is another one. */
export function resultOf(
  { ticket, lease, message_id }: Pick<OutgoingMail, "ticket" | "lease" | "message_id">,
  { server_message_id: given, ...facts }: SmtpFacts,
): SendResult {
  const own = given === undefined || given === message_id;
  const result = { ticket, lease, message_id, ...facts, replayed: false };
  return own ? result : { ...result, server_message_id: given };
}

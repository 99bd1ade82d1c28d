import type { Outside } from "#platform/rules/outside-text.ts";
import type { ReceivedMail } from "#platform/rules/mail/received-mail.ts";

/** How a received mail found its send, kept with the message. `domain`: a colleague of the lead answers. */
export type MatchedBy = "header" | "report" | "subject" | "address" | "domain";

/** Longer chains are cut in the middle: RFC 5322 3.6.4 lets them, and a hostile one costs nothing. */
const MAX_IDS = 50;

/** Message-IDs that a mail answers to, the nearest first, without angle brackets. */
export function answeredIds(
  mail: Outside<Pick<ReceivedMail, "inReplyTo" | "references">>,
): string[] {
  const ids = [...mail.inReplyTo, ...[...mail.references].reverse()]
    .map((id) => id.trim().replace(/^<|>$/g, ""))
    .filter((id) => id.length > 2 && id.length <= 250);
  return [...new Set(ids)].slice(0, MAX_IDS);
}

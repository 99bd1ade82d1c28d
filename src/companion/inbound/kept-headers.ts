/** Headers that distinguish automatic mail, bounces, complaints and warmup from replies. */
const KEPT = new Set([
  "authentication-results",
  "auto-submitted",
  "content-type",
  "delivered-to",
  "feedback-id",
  "list-id",
  "list-unsubscribe",
  "precedence",
  "preference",
  "reply-to",
  "return-path",
  "sender",
  "user-agent",
  "x-failed-recipients",
  "x-hmxmroriginalrecipient",
  "x-loop",
  "x-mailer",
  "x-post-messageclass",
  "x-precedence",
  "x-reference-id",
  "x-spam-flag",
]);
/** Auto-responders use many different headers. */
const AUTOMATIC =
  /auto-?(?:repl|resp|generat|submit|answer)|vacation|out-?of-?office|holiday-?reply|machine-?generated|inbox-rules|generated-message-source/;
const MAX_NAME = 100;
const MAX_VALUE = 1_000;
const MAX_KEPT = 60;

/** The headers that classification needs: the first of each name, cut at 1,000 characters. */
export function keptHeaders(
  headers: readonly { readonly name: string; readonly value: string }[],
): Record<string, string> {
  const kept = new Map<string, string>();
  for (const { name, value } of headers) {
    if (kept.size >= MAX_KEPT) break;
    if (name.length > MAX_NAME || kept.has(name)) continue;
    if (KEPT.has(name) || AUTOMATIC.test(name)) kept.set(name, value.slice(0, MAX_VALUE));
  }
  return Object.fromEntries(kept);
}

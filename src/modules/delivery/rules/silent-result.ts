/**
 * What is settled for a mail whose holder fell silent: before the intent nothing can have left;
 * after it only the server knows, which makes it unclear.
 */
export const silentResult = (
  ticket: string,
  mail: { readonly state: string; readonly lease: string | null; readonly messageId: string },
) => ({
  ticket,
  lease: mail.lease ?? "",
  message_id: mail.messageId,
  ...(mail.state === "leased"
    ? { ending: "withheld" as const, phase: "connect" as const }
    : { ending: "network" as const, phase: "dot" as const }),
  code: null,
  enhanced: null,
  response: null,
  replayed: true,
});

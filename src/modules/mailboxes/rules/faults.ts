/** What stops a mailbox, by the codes that its health names. */
export const FAULT_CODES = [
  "signed_out",
  "connection_failed",
  "sending_refused",
  "quarantined",
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

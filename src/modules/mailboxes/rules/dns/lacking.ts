import type { RecordCheck } from "#platform/rules/dns/record-check.ts";

/** Whether a record has to be set or corrected: a DKIM key under no usual name counts as missing. */
export const isLacking = ({ status, code }: Pick<RecordCheck, "status" | "code">): boolean =>
  status === "fail" || code === "not_found";

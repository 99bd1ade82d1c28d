import type { Agreement } from "./agree.ts";
import type { Finding } from "./finding.ts";

export const RECORD_NAMES = [
  "mx",
  "spf",
  "dkim",
  "dmarc",
  "tracking",
  "tracking_owner",
  "own_host",
] as const;
export type RecordName = (typeof RECORD_NAMES)[number];

/** A record as it should be and as it is. */
export type RecordCheck = Finding & {
  readonly domain: string;
  readonly name: RecordName;
  readonly type: "MX" | "TXT" | "CNAME" | "A";
  readonly host: string;
  /** What to set; null where only the mail provider knows. */
  readonly expected: string | null;
  readonly agreement: Agreement;
};

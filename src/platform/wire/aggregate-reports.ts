import { z } from "zod";

/** Rows of one report that come apart; what is over them comes as one row without a source. */
export const REPORT_ROWS = 2_000;

/** Why the file of a report was not read. */
export const REPORT_FLAWS = [
  "too_large",
  "not_a_report",
  "broken_archive",
  "many_files",
  "not_utf8",
  "broken_xml",
  "broken_json",
  "doctype",
  "too_deep",
  "too_many_attributes",
  "text_too_long",
  "too_many_records",
  "incomplete",
] as const;
export type ReportFlaw = (typeof REPORT_FLAWS)[number];

const Count = z.int().min(0);
const Text = z.string().max(300);

export const DmarcRow = z.object({
  /** The address that sent; "" for what is over the rows. */
  source: Text,
  header_from: Text,
  count: Count,
  disposition: z.enum(["none", "quarantine", "reject"]),
  /** As the receiver judged: the DKIM or SPF domain that passed is aligned with From. */
  dkim_aligned: z.boolean(),
  spf_aligned: z.boolean(),
  /** Of the signature that passed, an aligned one first; null: none passed. */
  dkim_domain: Text.nullable(),
  dkim_selector: Text.nullable(),
  /** The envelope's domain where SPF passed. */
  spf_domain: Text.nullable(),
});
export type DmarcRow = z.output<typeof DmarcRow>;

const Head = {
  reporter: Text.min(1),
  contact: Text,
  report_id: Text.min(1),
  /** Unix milliseconds. */
  begin: z.number(),
  end: z.number(),
};

/** RFC 7489 appendix C and RFC 9990. */
export const DmarcReport = z.object({
  kind: z.literal("dmarc"),
  ...Head,
  domain: Text.min(1),
  /** What the domain asked for: none, quarantine, reject. */
  policy: Text,
  records: Count,
  rows: z.array(DmarcRow).max(REPORT_ROWS + 20),
});
export type DmarcReport = z.output<typeof DmarcReport>;

export const TlsRow = z.object({
  domain: Text.min(1),
  /** tlsa, sts, no-policy-found. */
  policy: Text,
  /** "" for sessions that were secure, else the failure's type. */
  failure: Text,
  /** The receiving server; "" where it is not reported. */
  mx: Text,
  count: Count,
});
export type TlsRow = z.output<typeof TlsRow>;

/** RFC 8460. */
export const TlsReport = z.object({
  kind: z.literal("tls"),
  ...Head,
  rows: z.array(TlsRow).max(REPORT_ROWS + 20),
});
export type TlsReport = z.output<typeof TlsReport>;

export const AggregateReport = z.discriminatedUnion("kind", [
  DmarcReport,
  TlsReport,
  z.object({ kind: z.literal("refused"), file: Text, flaw: z.enum(REPORT_FLAWS) }),
]);
export type AggregateReport = z.output<typeof AggregateReport>;

import { z } from "zod";
import { REPORT_ROWS, TlsReport, type TlsRow } from "#platform/wire/aggregate-reports.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";
import { Flawed } from "./unpack.ts";

/** Of JSON, which is read whole: a report of a busy domain has some kilobytes. */
export const MAX_JSON = 4 * 1024 * 1024;
const MAX_DEPTH = 16;
/** Values and fields: what makes objects of them costs far more than their text. */
const MAX_VALUES = 200_000;

const Count = z.number().int().min(0).max(1_000_000_000);
const Policy = z.object({
  policy: z.object({ "policy-type": z.string(), "policy-domain": z.string() }),
  summary: z.object({
    "total-successful-session-count": Count,
    "total-failure-session-count": Count,
  }),
  "failure-details": z
    .array(
      z.object({
        "result-type": z.string(),
        "receiving-mx-hostname": z.string().optional(),
        "failed-session-count": Count,
      }),
    )
    .optional(),
});
/** RFC 8460 4.4. */
const Report = z.object({
  "organization-name": z.string(),
  "date-range": z.object({ "start-datetime": z.string(), "end-datetime": z.string() }),
  "contact-info": z.string().optional(),
  "report-id": z.string(),
  policies: z.array(Policy).min(1),
});

/** Reads a TLS report. Throws `Flawed`. */
export function readTlsReport(text: OutsideText): TlsReport {
  assertModest(text);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Flawed("broken_json");
  }
  const read = Report.safeParse(json);
  if (!read.success) throw new Flawed("incomplete");
  const { data } = read;
  const report = TlsReport.safeParse({
    kind: "tls",
    reporter: line(data["organization-name"]),
    contact: line(data["contact-info"] ?? "").toLowerCase(),
    report_id: line(data["report-id"]),
    begin: Date.parse(data["date-range"]["start-datetime"]),
    end: Date.parse(data["date-range"]["end-datetime"]),
    rows: rowsOf(data.policies),
  });
  if (!report.success) throw new Flawed("incomplete");
  return report.data;
}

function rowsOf(policies: readonly z.output<typeof Policy>[]): TlsRow[] {
  const rows = policies.flatMap((one): TlsRow[] => {
    const of = {
      domain: line(one.policy["policy-domain"]).toLowerCase().replace(/\.$/, ""),
      policy: line(one.policy["policy-type"]).toLowerCase(),
    };
    const details = one["failure-details"] ?? [];
    const named = details.reduce((sum, detail) => sum + detail["failed-session-count"], 0);
    const unnamed = one.summary["total-failure-session-count"] - named;
    return [
      { ...of, failure: "", mx: "", count: one.summary["total-successful-session-count"] },
      ...details.map((detail) => ({
        ...of,
        failure: line(detail["result-type"]).toLowerCase() || "unknown",
        mx: line(detail["receiving-mx-hostname"] ?? "").toLowerCase(),
        count: detail["failed-session-count"],
      })),
      ...(unnamed > 0 ? [{ ...of, failure: "unknown", mx: "", count: unnamed }] : []),
    ];
  });
  const sums = new Map<string, TlsRow>();
  for (const row of rows) {
    const { count, ...of } = row;
    const key = JSON.stringify(Object.values(of));
    sums.set(key, { ...row, count: count + (sums.get(key)?.count ?? 0) });
  }
  if (sums.size > REPORT_ROWS) throw new Flawed("too_many_records");
  return [...sums.values()];
}

/** Before it is made into objects: depth and number of values, outside of strings. */
function assertModest(text: string): void {
  let depth = 0;
  let values = 0;
  for (let i = 0; i < text.length; i++) {
    const sign = text.charCodeAt(i);
    if (sign === 0x22) {
      // To the end of the string.
      for (i++; i < text.length && text.charCodeAt(i) !== 0x22; i++) {
        if (text.charCodeAt(i) === 0x5c) i++;
      }
    } else if (sign === 0x7b || sign === 0x5b) {
      if (++depth > MAX_DEPTH) throw new Flawed("too_deep");
      values++;
    } else if (sign === 0x7d || sign === 0x5d) depth--;
    else if (sign === 0x2c || sign === 0x3a) values++;
    if (values > MAX_VALUES) throw new Flawed("too_many_records");
  }
}

const line = (text: string): string => text.trim().slice(0, 253);

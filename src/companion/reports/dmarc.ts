import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { DmarcReport, type DmarcRow, REPORT_ROWS } from "#platform/wire/aggregate-reports.ts";
import { Flawed } from "./unpack.ts";
import type { XmlEvents } from "./guarded-xml.ts";

const MAX_RECORDS = 100_000;
/** Mails of one record: what a sum of all rows can hold. */
const MAX_COUNT = 1_000_000_000;
const MAX_FIELD = 300;
/** Different rows that are kept separate while a report is read; the others come together at once. */
const MAX_DISTINCT = 20_000;
/** Results of one record; a mail with more signatures is not read to its end. */
const MAX_RESULTS = 20;

type Result = { domain: string; selector: string; result: string };
type Field = keyof Result;
type Draft = {
  readonly fields: Map<string, string>;
  readonly dkim: Result[];
  readonly spf: Result[];
  current: Result | null;
};

/** An element that counts by its place, and what is done with it. */
type Place = {
  readonly inside?: Readonly<Record<string, Place>>;
  /** Its text is this field of the report. */
  readonly head?: string;
  /** Its text is this field of the record. */
  readonly field?: string;
  readonly starts?: "record" | "dkim" | "spf";
  /** Its text is this field of the result. */
  readonly result?: Field;
};

const RESULT: Readonly<Record<string, Place>> = {
  domain: { result: "domain" },
  selector: { result: "selector" },
  result: { result: "result" },
};
const ROOT: Place = {
  inside: {
    feedback: {
      inside: {
        report_metadata: {
          inside: {
            org_name: { head: "reporter" },
            email: { head: "contact" },
            report_id: { head: "id" },
            date_range: { inside: { begin: { head: "begin" }, end: { head: "end" } } },
          },
        },
        policy_published: { inside: { domain: { head: "domain" }, p: { head: "policy" } } },
        record: {
          starts: "record",
          inside: {
            row: {
              inside: {
                source_ip: { field: "source" },
                count: { field: "count" },
                policy_evaluated: {
                  inside: {
                    disposition: { field: "disposition" },
                    dkim: { field: "dkim" },
                    spf: { field: "spf" },
                  },
                },
              },
            },
            identifiers: { inside: { header_from: { field: "from" } } },
            auth_results: {
              inside: {
                dkim: { starts: "dkim", inside: RESULT },
                spf: { starts: "spf", inside: RESULT },
              },
            },
          },
        },
      },
    },
  },
};
/** Whatever is in an element that does not count. */
const NOWHERE: Place = {};

const childOf = ({ inside }: Place, name: string): Place =>
  inside !== undefined && Object.hasOwn(inside, name) ? (inside[name] ?? NOWHERE) : NOWHERE;

/**
 * Gathers a DMARC aggregate report from the events of its XML. Elements are known by their local
 * names and places, so that both schemas fit; others are skipped.
 */
export function dmarcReader(): XmlEvents & { report(): DmarcReport } {
  const path: Place[] = [ROOT];
  const head = new Map<string, string>();
  const rows = new Map<string, Sum>();
  const known: Known = { addresses: new Map(), words: new Map() };
  let records = 0;
  let draft: Draft | null = null;
  let text = "";

  function begin(what: NonNullable<Place["starts"]>): void {
    if (what === "record") {
      if (++records > MAX_RECORDS) throw new Flawed("too_many_records");
      draft = { fields: new Map(), dkim: [], spf: [], current: null };
    } else if (draft) {
      draft.current = { domain: "", selector: "", result: "" };
      if (draft[what].length < MAX_RESULTS) draft[what].push(draft.current);
    }
  }

  function end(place: Place): void {
    const value = (): string => text.trim().slice(0, MAX_FIELD);
    if (place.head !== undefined && !head.has(place.head)) head.set(place.head, value());
    else if (place.field !== undefined) draft?.fields.set(place.field, value());
    else if (place.result !== undefined && draft?.current)
      draft.current[place.result] = value().toLowerCase();
    else if (place.starts === "record" && draft) {
      add(rows, rowOf(draft, known));
      draft = null;
    }
  }

  return {
    open(name) {
      const place = childOf(path.at(-1) ?? NOWHERE, name);
      path.push(place);
      text = "";
      if (place.starts !== undefined) begin(place.starts);
    },
    text(piece) {
      if (text.length < MAX_FIELD) text += piece;
    },
    close() {
      end(path.pop() ?? NOWHERE);
      text = "";
    },
    report() {
      const report = DmarcReport.safeParse({
        kind: "dmarc",
        reporter: head.get("reporter") ?? "",
        contact: (head.get("contact") ?? "").toLowerCase(),
        report_id: head.get("id") ?? "",
        begin: secondsIn(head.get("begin")),
        end: secondsIn(head.get("end")),
        domain: domainIn(head.get("domain")),
        policy: (head.get("policy") ?? "").toLowerCase(),
        records,
        rows: shortened([...rows.values()]),
      });
      if (!report.success || records === 0) throw new Flawed("incomplete");
      return report.data;
    },
  };
}

function rowOf({ fields, dkim, spf }: Draft, known: Known): DmarcRow {
  const source = addressIn(fields.get("source") ?? "", known);
  const count = Number(fields.get("count") ?? "x");
  if (source === null || !Number.isInteger(count) || count < 0 || count > MAX_COUNT)
    throw new Flawed("incomplete");
  const from = kept(domainIn(fields.get("from")), known);
  const passed = dkim.filter(({ result }) => result === "pass");
  const signed = passed.find(({ domain }) => isNear(domain, from)) ?? passed[0];
  const envelope = spf.find(({ result }) => result === "pass")?.domain;
  const disposition = (fields.get("disposition") ?? "none").toLowerCase();
  const isPass = (name: "dkim" | "spf") => (fields.get(name) ?? "").toLowerCase() === "pass";
  return {
    source,
    header_from: from,
    count,
    // RFC 9990 names "pass" what was delivered because it passed.
    disposition: disposition === "quarantine" || disposition === "reject" ? disposition : "none",
    dkim_aligned: isPass("dkim"),
    spf_aligned: isPass("spf"),
    dkim_domain: signed ? kept(domainIn(signed.domain), known) : null,
    dkim_selector: signed && signed.selector !== "" ? kept(signed.selector, known) : null,
    spf_domain: envelope === undefined || envelope === "" ? null : kept(domainIn(envelope), known),
  };
}

/** One is the other, or lies below it. */
const isNear = (a: string, b: string): boolean =>
  a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);

const domainIn = (text: string | undefined): string =>
  (text ?? "").toLowerCase().replace(/\.$/, "").slice(0, 253);

const secondsIn = (text: string | undefined): number | null => {
  const seconds = Number(text ?? "");
  // A day in this century; anything else is no time of a report.
  return Number.isInteger(seconds) && seconds > 946_684_800 && seconds < 4_102_444_800
    ? seconds * 1_000
    : null;
};

type Known = {
  readonly addresses: Map<string, string | null>;
  readonly words: Map<string, string>;
};

/** In one form; null for what is no address. */
function addressIn(text: string, known: Known): string | null {
  const before = known.addresses.get(text);
  if (before !== undefined) return before;
  // Node takes IPv4 in its one form alone.
  const address = isIPv4(text)
    ? copyOf(text)
    : ipaddr.isValid(text)
      ? ipaddr.process(text).toString()
      : null;
  if (known.addresses.size < MAX_DISTINCT) known.addresses.set(copyOf(text), address);
  return address;
}

/** The same text once, however many rows have it. */
function kept(text: string, { words }: Known): string {
  const before = words.get(text);
  if (before !== undefined) return before;
  const copy = copyOf(text);
  if (words.size < MAX_DISTINCT) words.set(copy, copy);
  return copy;
}

/** A part of a text keeps all of it in memory; its copy does not. */
const copyOf = (text: string): string => Buffer.from(text, "utf8").toString("utf8");

const keyOf = (row: DmarcRow): string =>
  `${row.source} ${row.header_from} ${row.disposition} ${row.dkim_aligned} ${row.spf_aligned} ${row.dkim_domain} ${row.dkim_selector} ${row.spf_domain}`;

/** A row that may still grow. */
type Sum = { -readonly [K in keyof DmarcRow]: DmarcRow[K] };

function add(rows: Map<string, Sum>, row: DmarcRow): void {
  const key = keyOf(row);
  const before = rows.get(key);
  if (before) before.count += row.count;
  else if (rows.size >= MAX_DISTINCT && row.source !== "") add(rows, withoutSource(row));
  else rows.set(key, row);
}

/** One of the small ones of a very long report. */
const withoutSource = ({ count, disposition, dkim_aligned, spf_aligned }: DmarcRow): DmarcRow => ({
  source: "",
  header_from: "",
  count,
  disposition,
  dkim_aligned,
  spf_aligned,
  dkim_domain: null,
  dkim_selector: null,
  spf_domain: null,
});

/** The rows with the most mails; the others together, without their source, so that sums stay. */
function shortened(rows: readonly DmarcRow[]): DmarcRow[] {
  if (rows.length <= REPORT_ROWS) return [...rows];
  const sorted = rows.toSorted((a, b) => b.count - a.count);
  const named = sorted.filter(({ source }) => source !== "").slice(0, REPORT_ROWS);
  const shown = new Set(named);
  const rest = new Map<string, Sum>();
  for (const row of rows) if (!shown.has(row)) add(rest, withoutSource(row));
  return [...named, ...rest.values()];
}

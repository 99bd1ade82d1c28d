import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { type DmarcRow, REPORT_ROWS } from "#platform/wire/aggregate-reports.ts";
import { Flawed } from "./unpack.ts";

/** Mails of one record: what a sum of all rows can hold. */
const MAX_COUNT = 1_000_000_000;
/** Different rows that are kept separate while a report is read; the others come together at once. */
const MAX_DISTINCT = 20_000;

/** Of a result, by place: its domain, selector and what it says. */
type Result = [domain: string, selector: string, result: string];
/** Of a record, by place: source, count, disposition, DKIM, SPF, From. Undefined: it has none. */
type Fields = (string | undefined)[];
export type Draft = {
  readonly fields: Fields;
  readonly dkim: Result[];
  readonly spf: Result[];
  current: Result | null;
};

/** A row that may still grow. */
type Sum = { -readonly [K in keyof DmarcRow]: DmarcRow[K] };

/** Adds up records whose rows are alike. `add` throws `Flawed` for one without an address or count. */
export function rowSums(): { add(draft: Draft): void; rows(): DmarcRow[] } {
  const sums = new Map<string, Sum>();
  const others = otherSums();
  const addressIn = addresses();
  const domainOf = words(domainIn);
  const selectorOf = words((text) => text);
  const keyOf = keys();

  function rowOf({ fields, dkim, spf }: Draft): DmarcRow {
    const source = addressIn(fields[0] ?? "");
    const count = Number(fields[1] ?? "x");
    if (source === null || !Number.isInteger(count) || count < 0 || count > MAX_COUNT)
      throw new Flawed("incomplete");
    const from = domainOf(fields[5] ?? "");
    const passed = dkim.filter(isPassed);
    const signed = passed.find(([domain]) => isNear(domain, from)) ?? passed[0];
    const envelope = spf.find(isPassed)?.[0] ?? "";
    const disposition = fields[2]?.toLowerCase();
    return {
      source,
      header_from: from,
      count,
      // RFC 9990 names "pass" what was delivered because it passed.
      disposition: disposition === "quarantine" || disposition === "reject" ? disposition : "none",
      dkim_aligned: fields[3]?.toLowerCase() === "pass",
      spf_aligned: fields[4]?.toLowerCase() === "pass",
      dkim_domain: signed ? domainOf(signed[0]) : null,
      dkim_selector: signed && signed[1] !== "" ? selectorOf(signed[1]) : null,
      spf_domain: envelope === "" ? null : domainOf(envelope),
    };
  }

  return {
    add(draft) {
      const row = rowOf(draft);
      const key = keyOf(row);
      const before = sums.get(key);
      if (before) before.count += row.count;
      else if (sums.size >= MAX_DISTINCT) others.add(row);
      else sums.set(copyOf(key), { ...row, source: copyOf(row.source) });
    },
    rows() {
      const all = [...sums.values()];
      if (all.length <= REPORT_ROWS) return [...all, ...others.rows()];
      const sorted = all.toSorted((a, b) => b.count - a.count);
      const named = sorted.slice(0, REPORT_ROWS);
      const shown = new Set(named);
      const rest = otherSums();
      for (const row of [...all, ...others.rows()]) if (!shown.has(row)) rest.add(row);
      return [...named, ...rest.rows()];
    },
  };
}

/** What rows that are alike have in common. Most differ from the one before in their source alone. */
function keys(): (row: DmarcRow) => string {
  let last: DmarcRow | null = null;
  let tail = "";
  return (row) => {
    if (last === null || !differsInSourceAlone(row, last))
      tail = ` ${row.header_from} ${row.disposition} ${row.dkim_aligned} ${row.spf_aligned} ${row.dkim_domain} ${row.dkim_selector} ${row.spf_domain}`;
    last = row;
    return row.source + tail;
  };
}

const differsInSourceAlone = (a: DmarcRow, b: DmarcRow): boolean =>
  a.header_from === b.header_from &&
  a.disposition === b.disposition &&
  a.dkim_aligned === b.dkim_aligned &&
  a.spf_aligned === b.spf_aligned &&
  a.dkim_domain === b.dkim_domain &&
  a.dkim_selector === b.dkim_selector &&
  a.spf_domain === b.spf_domain;

/** The small ones of a very long report, together and without their source, so that sums stay. */
function otherSums(): { add(row: DmarcRow): void; rows(): DmarcRow[] } {
  const sums = new Map<string, Sum>();
  return {
    add({ count, disposition, dkim_aligned: dkim, spf_aligned: spf }) {
      const key = `${disposition} ${dkim} ${spf}`;
      const before = sums.get(key);
      if (before) before.count += count;
      else
        sums.set(key, {
          source: "",
          header_from: "",
          count,
          disposition,
          dkim_aligned: dkim,
          spf_aligned: spf,
          dkim_domain: null,
          dkim_selector: null,
          spf_domain: null,
        });
    },
    rows: () => [...sums.values()],
  };
}

const isPassed = ([, , result]: Result): boolean => result === "pass";

/** One is the other, or lies below it. */
const isNear = (a: string, b: string): boolean =>
  a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);

export function domainIn(text: string): string {
  const lower = text.toLowerCase();
  return (lower.endsWith(".") ? lower.slice(0, -1) : lower).slice(0, 253);
}

/** In one form; null for what is no address. */
function addresses(): (text: string) => string | null {
  const known = new Map<string, string | null>();
  return (text) => {
    // Node takes IPv4 in its one form alone.
    if (isIPv4(text)) return text;
    const before = known.get(text);
    if (before !== undefined) return before;
    const address = ipaddr.isValid(text) ? ipaddr.process(text).toString() : null;
    if (known.size < MAX_DISTINCT) known.set(copyOf(text), address);
    return address;
  };
}

/** What `made` makes of a text: once, however many rows have it. */
function words(made: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  let [lastText, last] = ["", made("")];
  return (text) => {
    // Mostly the one before, which is compared sooner than looked up.
    if (text === lastText) return last;
    lastText = text;
    const before = known.get(text);
    last = before ?? copyOf(made(text));
    if (before === undefined && known.size < MAX_DISTINCT) known.set(copyOf(text), last);
    return last;
  };
}

/** A part of a text keeps all of it in memory; its copy does not. */
const copyOf = (text: string): string => Buffer.from(text, "utf8").toString("utf8");

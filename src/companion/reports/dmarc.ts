import { DmarcReport } from "#platform/wire/aggregate-reports.ts";
import { type Draft, domainIn, rowSums } from "./dmarc-rows.ts";
import { Flawed } from "./unpack.ts";
import type { XmlEvents } from "./guarded-xml.ts";

const MAX_RECORDS = 100_000;
const MAX_FIELD = 300;
/** Results of one record; a mail with more signatures is not read to its end. */
const MAX_RESULTS = 20;

/** An element that counts by its place, and what is done with it. All have one shape: they are many. */
type Place = {
  readonly inside: ReadonlyMap<string, Place>;
  readonly starts: "record" | "dkim" | "spf" | null;
  /** Its text is this of the report, of the record, or of the result. */
  readonly head: string | null;
  readonly field: number;
  readonly result: number;
};

const NO_PLACES: ReadonlyMap<string, Place> = new Map();
const place = (given: Partial<Place>): Place => ({
  inside: given.inside ?? NO_PLACES,
  starts: given.starts ?? null,
  head: given.head ?? null,
  field: given.field ?? -1,
  result: given.result ?? -1,
});
const inside = (elements: Readonly<Record<string, Place>>, starts: Place["starts"] = null): Place =>
  place({ inside: new Map(Object.entries(elements)), starts });
const head = (name: string): Place => place({ head: name });
const field = (at: number): Place => place({ field: at });

const RESULT: Readonly<Record<string, Place>> = {
  domain: place({ result: 0 }),
  selector: place({ result: 1 }),
  result: place({ result: 2 }),
};
const ROOT: Place = inside({
  feedback: inside({
    report_metadata: inside({
      org_name: head("reporter"),
      email: head("contact"),
      report_id: head("id"),
      date_range: inside({ begin: head("begin"), end: head("end") }),
    }),
    policy_published: inside({ domain: head("domain"), p: head("policy") }),
    record: inside(
      {
        row: inside({
          source_ip: field(0),
          count: field(1),
          policy_evaluated: inside({ disposition: field(2), dkim: field(3), spf: field(4) }),
        }),
        identifiers: inside({ header_from: field(5) }),
        auth_results: inside({ dkim: inside(RESULT, "dkim"), spf: inside(RESULT, "spf") }),
      },
      "record",
    ),
  }),
});
/** Whatever is in an element that does not count. */
const NOWHERE: Place = place({});

/**
 * Gathers a DMARC aggregate report from the events of its XML. Elements are known by their local
 * names and places, so that both schemas fit; others are skipped.
 */
export function dmarcReader(): XmlEvents & { report(): DmarcReport } {
  const path: Place[] = [ROOT];
  const heads = new Map<string, string>();
  const sums = rowSums();
  let records = 0;
  let draft: Draft | null = null;
  let text = "";

  function begin(what: NonNullable<Place["starts"]>): void {
    if (what === "record") {
      if (++records > MAX_RECORDS) throw new Flawed("too_many_records");
      draft = {
        fields: [undefined, undefined, undefined, undefined, undefined, undefined],
        dkim: [],
        spf: [],
        current: null,
      };
    } else if (draft) {
      draft.current = ["", "", ""];
      if (draft[what].length < MAX_RESULTS) draft[what].push(draft.current);
    }
  }

  function end({ starts, head: name, field: at, result }: Place): void {
    const value = (): string => text.trim().slice(0, MAX_FIELD);
    if (draft === null) {
      if (name !== null && !heads.has(name)) heads.set(name, value());
    } else if (at >= 0) draft.fields[at] = value();
    else if (result >= 0 && draft.current) draft.current[result] = value().toLowerCase();
    else if (starts === "record") {
      sums.add(draft);
      draft = null;
    }
  }

  return {
    open(name) {
      const next = path.at(-1)?.inside.get(name) ?? NOWHERE;
      path.push(next);
      text = "";
      if (next.starts !== null) begin(next.starts);
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
        reporter: heads.get("reporter") ?? "",
        contact: (heads.get("contact") ?? "").toLowerCase(),
        report_id: heads.get("id") ?? "",
        begin: secondsIn(heads.get("begin")),
        end: secondsIn(heads.get("end")),
        domain: domainIn(heads.get("domain") ?? ""),
        policy: (heads.get("policy") ?? "").toLowerCase(),
        records,
        rows: sums.rows(),
      });
      if (!report.success || records === 0) throw new Flawed("incomplete");
      return report.data;
    },
  };
}

const secondsIn = (text: string | undefined): number | null => {
  const seconds = Number(text ?? "");
  // A day in this century; anything else is no time of a report.
  return Number.isInteger(seconds) && seconds > 946_684_800 && seconds < 4_102_444_800
    ? seconds * 1_000
    : null;
};

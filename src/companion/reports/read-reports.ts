import { isAscii } from "node:buffer";
import type { AggregateReport } from "#platform/wire/aggregate-reports.ts";
import type { Outside } from "#platform/rules/outside-text.ts";
import { dmarcReader } from "./dmarc.ts";
import { guardedXml } from "./guarded-xml.ts";
import { MAX_JSON, readTlsReport } from "./tls.ts";
import { Flawed, unpacked } from "./unpack.ts";

/** Files of one mail that are read; reports come one by one. */
const MAX_FILES = 5;

export type ReportFile = { readonly name: string; readonly bytes: Outside<Uint8Array> };

/** The reports among the files of a mail; one that cannot be read is there with its reason. */
export async function readReports(files: readonly ReportFile[]): Promise<AggregateReport[]> {
  const reports: AggregateReport[] = [];
  for (const { name, bytes } of files.filter(mayBeFile).slice(0, MAX_FILES)) {
    try {
      reports.push(await readReport(bytes));
    } catch (cause) {
      if (!(cause instanceof Flawed)) throw cause;
      reports.push({ kind: "refused", file: name.slice(0, 200), flaw: cause.flaw });
    }
  }
  return reports;
}

/** By content: packed, XML or JSON. A signature or logo is no report. */
function mayBeFile({ bytes }: ReportFile): boolean {
  const [a, b] = bytes;
  if ((a === 0x1f && b === 0x8b) || (a === 0x50 && b === 0x4b)) return true;
  const start = Buffer.from(bytes.subarray(0, 200)).toString("utf8").trimStart();
  return /^\ufeff?(?:<\?xml|<(?:\w+:)?feedback\b|\{)/.test(start);
}

/** Reads one file as it comes out of its packing. Throws `Flawed`. */
export async function readReport(
  bytes: Outside<Uint8Array>,
): Promise<Exclude<AggregateReport, { kind: "refused" }>> {
  const decode = strictUtf8();
  let xml: { feed: ReturnType<typeof guardedXml>; reader: ReturnType<typeof dmarcReader> } | null =
    null;
  let json: string | null = null;
  let start = "";
  const take = (text: string): void => {
    if (xml) return xml.feed.write(text);
    if (json !== null) {
      json += text;
      if (json.length > MAX_JSON) throw new Flawed("too_large");
      return;
    }
    start = (start + text).trimStart();
    if (start === "") return;
    if (start.startsWith("<")) {
      const reader = dmarcReader();
      xml = { reader, feed: guardedXml(reader) };
    } else if (start.startsWith("{")) json = "";
    else throw new Flawed("not_a_report");
    take(start);
  };
  for await (const piece of unpacked(bytes)) take(decode(piece));
  take(decode());
  return finish(xml, json);
}

/** Decodes piece by piece, and without an argument what is left. Throws `Flawed`. */
function strictUtf8(): (piece?: Uint8Array) => string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  /** A character may have begun in the piece before. */
  let isInside = false;
  return (piece) => {
    try {
      if (!piece) return decoder.decode();
      // Nearly all of a report; it costs a tenth.
      if (!isInside && isAscii(piece)) {
        return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString("latin1");
      }
      isInside = (piece.at(-1) ?? 0) >= 0x80;
      return decoder.decode(piece, { stream: true });
    } catch {
      throw new Flawed("not_utf8");
    }
  };
}

function finish(
  xml: { feed: ReturnType<typeof guardedXml>; reader: ReturnType<typeof dmarcReader> } | null,
  json: string | null,
) {
  if (xml) {
    xml.feed.end();
    return xml.reader.report();
  }
  if (json === null) throw new Flawed("not_a_report");
  return readTlsReport(json);
}

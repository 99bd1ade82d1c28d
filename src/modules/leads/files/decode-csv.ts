import { invalidField } from "#platform/rules/errors.ts";
import {
  detectEncoding,
  type Encoding,
  type FoundEncoding,
  guessCodePage,
} from "#modules/leads/rules/files/encoding.ts";

/** So many bytes are looked at before the encoding is decided. */
const DETECT_BYTES = 256 * 1024;

/** A file as text, and what it is written in as far as it was read. */
export type DecodedCsv = {
  readonly text: AsyncGenerator<string>;
  found(): FoundEncoding;
};

/**
 * Turns the bytes of a file into text with `\n` line ends, whatever its encoding and line ends are;
 * a mark at its beginning is dropped. `chosen` is what somebody says it is written in; else it is
 * found out. Reading throws `validation_failed` for an empty file and for no text.
 */
export function decodeCsv(bytes: AsyncIterable<Uint8Array>, chosen?: Encoding): DecodedCsv {
  let found: FoundEncoding = { encoding: chosen ?? "utf-8", guessed: false };
  async function* text(): AsyncGenerator<string> {
    const source = bytes[Symbol.asyncIterator]();
    const { first, whole, failure } = await readFirst(source);
    if (first.length === 0 && failure !== null) throw failure.cause;
    if (first.length === 0) throw invalidField("file", "empty_file", "The file is empty.");
    if (chosen === undefined) found = detectEncoding(first, whole);
    const decode =
      chosen === undefined && found.encoding === "utf-8"
        ? utf8OrLate((late) => (found = late))
        : decoderOf(found.encoding);
    const unify = lineEnds();
    yield unify(decode(first, whole), whole);
    if (failure !== null) throw failure.cause;
    if (whole) return;
    for (let next = await source.next(); !next.done; next = await source.next()) {
      yield unify(decode(next.value, false), false);
    }
    yield unify(decode(new Uint8Array(0), true), true);
  }
  return { text: text(), found: () => found };
}

/** The first bytes; `failure` if the file ends early, so that the rows before are still read. */
async function readFirst(source: AsyncIterator<Uint8Array>) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let whole = false;
  let failure: { readonly cause: unknown } | null = null;
  while (size < DETECT_BYTES && !whole && failure === null) {
    try {
      const next = await source.next();
      if (next.done) whole = true;
      else {
        chunks.push(next.value);
        size += next.value.length;
      }
    } catch (cause) {
      failure = { cause };
    }
  }
  return { first: Buffer.concat(chunks), whole, failure };
}

type Decode = (bytes: Uint8Array, end: boolean) => string;

function decoderOf(encoding: Encoding): Decode {
  const decoder = new TextDecoder(encoding);
  return (bytes, end) => decoder.decode(bytes, { stream: !end });
}

/**
 * UTF-8 until a byte proves otherwise: a file whose first umlaut comes late, and is of a code page,
 * looks like ASCII up to there.
 */
function utf8OrLate(onLate: (found: FoundEncoding) => void): Decode {
  const utf8 = decoderOf("utf-8");
  let decode: Decode | null = null;
  return (bytes, end) => {
    if (decode !== null) return decode(bytes, end);
    const mode = modeOf(bytes, end);
    if (mode === "ascii") return utf8(bytes, end);
    if (mode === "utf-8") decode = utf8;
    else {
      const encoding = guessCodePage(bytes);
      onLate({ encoding, guessed: true });
      decode = decoderOf(encoding);
    }
    return decode(bytes, end);
  };
}

function modeOf(bytes: Uint8Array, end: boolean): "ascii" | "utf-8" | "code page" {
  try {
    const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const text = strict.decode(bytes, { stream: !end });
    return text.length === bytes.length ? "ascii" : "utf-8";
  } catch {
    return "code page";
  }
}

/** Makes every line end `\n`, also one that is cut between two chunks. */
function lineEnds(): (text: string, end: boolean) => string {
  let pending = "";
  return (text, end) => {
    const joined = pending + text;
    const cut = !end && joined.endsWith("\r");
    pending = cut ? "\r" : "";
    const ready = cut ? joined.slice(0, -1) : joined;
    return ready.includes("\r") ? ready.replace(/\r\n?/g, "\n") : ready;
  };
}

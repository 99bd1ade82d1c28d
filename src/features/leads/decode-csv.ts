import { invalidField } from "#domain/errors.ts";
import { detectEncoding, type Encoding } from "#domain/leads/encoding.ts";

/** So many bytes are looked at before the encoding is decided. */
const DETECT_BYTES = 256 * 1024;

/**
 * Turns the bytes of a file into text with `\n` line ends, whatever its encoding and line ends are;
 * a mark at its beginning is dropped. Throws `validation_failed` for an empty file and for no text.
 */
export async function* decodeCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const source = bytes[Symbol.asyncIterator]();
  const { first, whole } = await readFirst(source);
  if (first.length === 0) throw invalidField("file", "empty_file", "The file is empty.");
  const decode = decoderOf(detectEncoding(first, whole));
  const unify = lineEnds();
  yield unify(decode(first, whole), whole);
  if (whole) return;
  for (let next = await source.next(); !next.done; next = await source.next()) {
    yield unify(decode(next.value, false), false);
  }
  yield unify(decode(new Uint8Array(0), true), true);
}

async function readFirst(source: AsyncIterator<Uint8Array>) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < DETECT_BYTES) {
    const next = await source.next();
    if (next.done) return { first: Buffer.concat(chunks), whole: true };
    chunks.push(next.value);
    size += next.value.length;
  }
  return { first: Buffer.concat(chunks), whole: false };
}

type Decode = (bytes: Uint8Array, end: boolean) => string;

function decoderOf(encoding: Encoding): Decode {
  const decoder = new TextDecoder(encoding);
  const plain: Decode = (bytes, end) => decoder.decode(bytes, { stream: !end });
  return encoding === "utf-8" ? lateLatin(plain) : plain;
}

/**
 * UTF-8 until a byte proves otherwise: a file whose first umlaut comes late, and is windows-1252,
 * looks like ASCII up to there.
 */
function lateLatin(utf8: Decode): Decode {
  let mode: "ascii" | "utf-8" | "windows-1252" = "ascii";
  const latin = new TextDecoder("windows-1252");
  return (bytes, end) => {
    if (mode === "ascii") mode = modeOf(bytes, end);
    return mode === "windows-1252" ? latin.decode(bytes, { stream: !end }) : utf8(bytes, end);
  };
}

function modeOf(bytes: Uint8Array, end: boolean): "ascii" | "utf-8" | "windows-1252" {
  try {
    const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const text = strict.decode(bytes, { stream: !end });
    return text.length === bytes.length ? "ascii" : "utf-8";
  } catch {
    return "windows-1252";
  }
}

/** Makes every line end `\n`, also one that is cut between two chunks. */
function lineEnds(): (text: string, end: boolean) => string {
  let held = "";
  return (text, end) => {
    const joined = held + text;
    const cut = !end && joined.endsWith("\r");
    held = cut ? "\r" : "";
    const ready = cut ? joined.slice(0, -1) : joined;
    return ready.includes("\r") ? ready.replace(/\r\n?/g, "\n") : ready;
  };
}

import type { Outside } from "#platform/rules/outside-text.ts";

/** How lines end in the bytes of a file: its encoding has one byte for a line end, or two. */
export type LineUnit = "byte" | "utf-16le" | "utf-16be";

const LF = 10;
const CR = 13;

/**
 * Puts text at the ends of lines, before what ends them, and leaves every other byte as it is. Lines
 * are counted as readers of text do: `\n`, `\r\n` and `\r` end one each. `addition` gives what the
 * line of a number gets; it is ASCII, or the file is UTF-8 or UTF-16.
 */
export function lineEnds(unit: LineUnit, addition: (line: number) => string) {
  let line = 1;
  /** The bytes since the last line end are none. */
  let isEmpty = true;
  let isAfterCr = false;
  let half: Uint8Array = new Uint8Array(0);
  const step = unit === "byte" ? 1 : 2;
  const low = unit === "utf-16be" ? 1 : 0;

  function added(): Uint8Array {
    return encoded(addition(line), unit);
  }

  return {
    /** The bytes that are known to be whole, with what was added. */
    write(bytes: Outside<Uint8Array>): Uint8Array[] {
      const input = half.length === 0 ? bytes : joined(half, bytes);
      const end = input.length - (input.length % step);
      half = input.slice(end);
      const out: Uint8Array[] = [];
      let from = 0;
      for (let at = 0; at < end; at += step) {
        const code = input[at + low];
        const isSign = (step === 1 || input[at + 1 - low] === 0) && (code === LF || code === CR);
        if (!isSign) {
          isAfterCr = false;
          isEmpty = false;
          continue;
        }
        if (code === LF && isAfterCr) {
          isAfterCr = false;
          continue;
        }
        const more = added();
        if (more.length > 0) {
          out.push(input.subarray(from, at), more);
          from = at;
        }
        line++;
        isEmpty = true;
        isAfterCr = code === CR;
      }
      out.push(input.subarray(from, end));
      return out;
    },
    /** What the last line gets, if nothing ends it. */
    end: (): Uint8Array[] => (isEmpty ? [half] : [half, added()]),
  };
}

const utf8 = new TextEncoder();

/** Text in the units of the file; of a code page only ASCII, which all of them have. */
function encoded(text: string, unit: LineUnit): Uint8Array {
  if (text === "") return new Uint8Array(0);
  if (unit === "byte") return utf8.encode(text);
  const bytes = new Uint8Array(2 * text.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) {
    view.setUint16(2 * i, text.charCodeAt(i), unit === "utf-16le");
  }
  return bytes;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}

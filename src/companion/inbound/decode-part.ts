import type { Outside } from "#platform/rules/outside-text.ts";

/** Decodes the body of a part as it comes, piece by piece. */
export type PartDecoder = {
  push(piece: Outside<Uint8Array>): Buffer;
  end(): Buffer;
};

/** By its Content-Transfer-Encoding (RFC 2045, 6); what is none of them is taken as it is. */
export function partDecoder(encoding: string): PartDecoder {
  if (encoding === "base64") return base64();
  if (encoding === "quoted-printable") return quotedPrintable();
  return { push: (piece) => asBuffer(piece), end: () => Buffer.alloc(0) };
}

/** The body of a part that is there as a whole, or its beginning. */
export function decodePart(bytes: Outside<Uint8Array>, encoding: string): Buffer {
  const decoder = partDecoder(encoding);
  return Buffer.concat([decoder.push(bytes), decoder.end()]);
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function base64(): PartDecoder {
  let rest = "";
  return {
    push(piece) {
      const signs =
        rest +
        asBuffer(piece)
          .toString("latin1")
          .replace(/[^A-Za-z0-9+/]/g, "");
      const whole = signs.length - (signs.length % 4);
      rest = signs.slice(whole);
      return Buffer.from(signs.slice(0, whole), "base64");
    },
    end: () => Buffer.from(rest, "base64"),
  };
}

function quotedPrintable(): PartDecoder {
  let rest = "";
  const decode = (text: string): Buffer =>
    Buffer.from(
      text
        .replace(/=\r?\n/g, "")
        .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
      "latin1",
    );
  return {
    push(piece) {
      const text = rest + asBuffer(piece).toString("latin1");
      // An escape may be cut: what follows the last sign of one waits.
      const last = text.lastIndexOf("=");
      const cut = last >= 0 && text.length - last < 3 ? last : text.length;
      rest = text.slice(cut);
      return decode(text.slice(0, cut));
    },
    end: () => decode(rest),
  };
}

import { Parser } from "htmlparser2";
import { invalidField } from "#platform/rules/errors.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";

/** What reads a document; names come without their prefix. */
export type XmlEvents = {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
};

/** Elements that are open at once; a sheet has eight. */
const MAX_DEPTH = 64;
const MAX_ATTRIBUTES = 64;
/** An attribute, a comment or the like that is longer is kept whole until it ends. */
const MAX_SILENCE = 1024 * 1024;

/**
 * Reads an XML document piece by piece, in time proportional to it. No entity of the document is
 * expanded and nothing is fetched: a document type is refused. So are elements deeper than any of a
 * workbook, and single pieces of markup that would have to be kept whole.
 */
export function xmlReader(on: XmlEvents): { write(piece: OutsideText): void; end(): void } {
  let depth = 0;
  let attributes = 0;
  let silent = 0;
  const parser = new Parser(
    {
      onprocessinginstruction(name) {
        if (name.startsWith("!")) throw unreadable();
      },
      onopentagname() {
        silent = 0;
        attributes = 0;
        if (++depth > MAX_DEPTH) throw unreadable();
      },
      onattribute() {
        if (++attributes > MAX_ATTRIBUTES) throw unreadable();
      },
      onopentag: (name, given) => on.open?.(localName(name), given),
      ontext(text) {
        silent = 0;
        on.text?.(text);
      },
      onclosetag(name) {
        silent = 0;
        depth--;
        on.close?.(localName(name));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  return {
    write(piece: OutsideText) {
      silent += piece.length;
      parser.write(piece);
      if (silent > MAX_SILENCE) throw unreadable();
    },
    end: () => parser.end(),
  };
}

/** Reads a whole document. */
export async function readXml(pieces: AsyncIterable<string>, on: XmlEvents): Promise<void> {
  const reader = xmlReader(on);
  for await (const piece of pieces) reader.write(piece);
  reader.end();
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

export const unreadable = () =>
  invalidField(
    "file",
    "damaged_file",
    "The workbook contains what no spreadsheet program writes. Save the sheet as CSV.",
  );

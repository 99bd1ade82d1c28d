import { SaxesParser } from "saxes";
import type { OutsideText } from "#platform/rules/outside-text.ts";
import { Flawed } from "./unpack.ts";

const MAX_DEPTH = 16;
const MAX_ATTRIBUTES = 32;
const MAX_TEXT = 64 * 1024;
/** Between two events: a tag, comment or text that goes on for longer is none of a report. */
const MAX_TOKEN = 128 * 1024;
const FEED = 64 * 1024;

export type XmlEvents = {
  /** The name without its prefix. */
  open(name: string): void;
  text(text: string): void;
  close(): void;
};

/**
 * Reads XML piece by piece and stops at the first thing that a report never has: a DOCTYPE and so any
 * entity of its own, depth, attributes, long texts or tokens. Throws `Flawed`.
 */
export function guardedXml(events: XmlEvents) {
  const parser = new SaxesParser({ position: false });
  let depth = 0;
  let attributes = 0;
  let text = 0;
  let seenAt = 0;
  let fed = 0;
  const local = (name: string): string => name.slice(name.indexOf(":") + 1);
  const seen = (): void => void (seenAt = fed);
  const onText = (piece: string): void => {
    seen();
    text += piece.length;
    if (text > MAX_TEXT) throw new Flawed("text_too_long");
    events.text(piece);
  };
  parser.on("opentagstart", ({ name }) => {
    seen();
    attributes = 0;
    text = 0;
    if (++depth > MAX_DEPTH) throw new Flawed("too_deep");
    events.open(local(name));
  });
  parser.on("attribute", () => {
    if (++attributes > MAX_ATTRIBUTES) throw new Flawed("too_many_attributes");
  });
  parser.on("closetag", () => {
    seen();
    depth--;
    text = 0;
    events.close();
  });
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("doctype", () => {
    throw new Flawed("doctype");
  });
  parser.on("error", () => {
    throw new Flawed("broken_xml");
  });
  return {
    write(piece: OutsideText): void {
      for (let i = 0; i < piece.length; i += FEED) {
        const part = piece.slice(i, i + FEED);
        parser.write(part);
        fed += part.length;
        if (fed - seenAt > MAX_TOKEN) throw new Flawed("text_too_long");
      }
    },
    end(): void {
      parser.close();
    },
  };
}

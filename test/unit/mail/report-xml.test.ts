import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { guardedXml } from "#companion/reports/guarded-xml.ts";
import { Flawed } from "#companion/reports/unpack.ts";
import { pick, randomFrom } from "#test/demo/random.ts";

/*
 * XML of reports is read by our own code, several times as fast as by a parser for everything. Here such
 * a parser is the second opinion: what it accepts, and what it finds in it.
 */

type Read = readonly string[] | "refused";

/** Elements and texts, as they come; texts beside each other are one, and none is outside the root. */
function gathered() {
  const found: string[] = [];
  let depth = 0;
  return {
    found,
    open: (name: string): void => {
      depth++;
      found.push(`<${name}`);
    },
    text: (text: string): void => {
      if (depth === 0 || text === "") return;
      if (found.at(-1)?.startsWith("=") === true) found[found.length - 1] += text;
      else found.push(`=${text}`);
    },
    close: (): void => {
      depth--;
      found.push(">");
    },
  };
}

function ours(pieces: readonly string[]): Read {
  const { found, ...events } = gathered();
  const xml = guardedXml(events);
  try {
    for (const piece of pieces) xml.write(piece);
    xml.end();
  } catch (cause) {
    if (cause instanceof Flawed) return "refused";
    throw cause;
  }
  return found;
}

function theirs(pieces: readonly string[]): Read {
  const { found, ...events } = gathered();
  const parser = new SaxesParser({ position: false });
  let isRefused = false;
  const refuse = (): void => void (isRefused = true);
  parser.on("error", refuse);
  parser.on("doctype", refuse);
  parser.on("opentagstart", ({ name }) => events.open(name.slice(name.indexOf(":") + 1)));
  parser.on("text", events.text);
  parser.on("cdata", events.text);
  parser.on("closetag", events.close);
  for (const piece of pieces) parser.write(piece);
  parser.close();
  return isRefused ? "refused" : found;
}

const WHOLE: readonly string[] = [
  '<?xml version="1.0" encoding="UTF-8"?>\n<feedback>\n  <record><count>1</count></record>\r\n</feedback>\n',
  "<d:feedback xmlns:d='urn:d'><d:a b=\"1\" c='2&amp;&#x41;' /><![CDATA[<x>&]]]]><!-- c - d --></d:feedback >",
  "<a><?pi some ? body?>x &lt;&gt;&quot;&apos;&#65;&#x1F600; y<b/>]] ><b></b></a><!-- end -->",
  "<?xml version = \"1.0\" standalone='yes' ?><feedback.x-y_z>m\u00fcller \u{1f600}\r\r\n</feedback.x-y_z>",
  "<\u00e4\u00b7\u{10000}>\u00e4</\u00e4\u00b7\u{10000}><?p?>",
];
const PARTS: readonly string[] = [
  ...Array.from("<>/=!?-[]&;'\":. \t\r\nax1\u00e4\u00b7\u0001\ufffe\u2028"),
  ..."<a> </a> <a/> <b c='1'> <!-- --> -- <![CDATA[ ]]> <? ?> &amp; &#65; &#0; &#xD; &#xFFFE; &x; <!DOCTYPE".split(
    " ",
  ),
  ..."xml version='1.0' encoding standalone='no' <?xml <?XML c='1' c=1 <a".split(" "),
];

/** A document of the list with some places changed, in pieces of any size. */
function changed(random: () => number): string[] {
  const below = (n: number): number => Math.floor(random() * n);
  const characters = Array.from(pick(WHOLE, random));
  for (let n = below(4); n > 0; n--) {
    const at = below(characters.length + 1);
    const part =
      random() < 0.7
        ? Array.from(pick(PARTS, random))
        : characters.slice(Math.max(0, at - below(9)), at);
    characters.splice(at, random() < 0.5 ? below(6) : 0, ...part);
  }
  const text = characters.join("");
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = random() < 0.3 ? text.length : at + 1 + below(9);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

describe("XML of reports", () => {
  it.each(WHOLE)("is read as by a parser for everything: %j", (text) => {
    const read = ours([text]);
    expect(read).not.toBe("refused");
    expect(read).toEqual(theirs([text]));
    expect(ours(text.split(""))).toEqual(read);
  });

  it("is accepted and refused as by that parser, whatever is changed in it", () => {
    const random = randomFrom(7);
    let accepted = 0;
    for (let n = 0; n < 30_000; n++) {
      const pieces = changed(random);
      const read = ours(pieces);
      if (read !== "refused") accepted++;
      expect(read, JSON.stringify(pieces)).toEqual(theirs(pieces));
    }
    expect(accepted).toBeGreaterThan(5_000);
  });
});

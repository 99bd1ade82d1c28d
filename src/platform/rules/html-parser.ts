import { type Handler, Parser } from "htmlparser2";
import type { OutsideText } from "./outside-text.ts";

/** Elements that are open at once: many times what any mail nests. */
const MAX_DEPTH = 256;

/**
 * htmlparser2 reading one document, in time proportional to it: the library walks all open elements
 * at each tag, so an element deeper than 256 closes the one around it. `parser` has the event's
 * position in the source.
 */
export function readHtml(
  html: OutsideText,
  handlers: (parser: Parser) => Pick<Handler, "ontext" | "onopentag" | "onclosetag">,
): void {
  const parser = new Parser({
    onopentagname() {
      // Innermost first; the element that opens is included already.
      const stack = parser["stack"] as string[];
      const foreign = parser["foreignContext"] as unknown[];
      if (foreign.length > MAX_DEPTH) foreign.splice(1, 1);
      if (stack.length <= MAX_DEPTH) return;
      const around = stack.splice(1, 1)[0];
      if (around !== undefined) on.onclosetag(around, true);
    },
    onopentag: (name, attributes, isImplied) => on.onopentag(name, attributes, isImplied),
    ontext: (text) => on.ontext(text),
    onclosetag: (name, isImplied) => on.onclosetag(name, isImplied),
  });
  const on = handlers(parser);
  parser.end(html);
}

import { atomEnds } from "#modules/campaigns/rules/template/liquid-spans.ts";
import { parseSpintax } from "#modules/campaigns/rules/template/spintax.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";

/**
 * What of a template a rewrite has to leave as it is: merge tags, and whole spintax groups with
 * what is in them. In order; one that comes twice is there twice.
 */
export function templateAtoms(source: OutsideText): string[] {
  const atoms: { at: number; text: string }[] = [];
  let outside = "";
  let from = 0;
  const nodes = parseSpintax(source);
  for (const node of nodes) {
    if (typeof node === "string") continue;
    atoms.push({ at: node.start, text: source.slice(node.start, node.end) });
    outside += source.slice(from, node.start) + " ".repeat(node.end - node.start);
    from = node.end;
  }
  outside += source.slice(from);
  const ends = atomEnds(outside);
  for (let at = outside.indexOf("{"); at >= 0; at = outside.indexOf("{", at)) {
    const end = Math.max(ends.output(at), ends.tag(at));
    if (end >= 0) atoms.push({ at, text: outside.slice(at, end) });
    at = end < 0 ? at + 1 : end;
  }
  return atoms.sort((a, b) => a.at - b.at).map(({ text }) => text);
}

import { parseSpintax } from "#domain/campaigns/spintax.ts";

const TAG = /\{\{-?(?:[^{}"']|"[^"]*"|'[^']*')*\}\}|\{%(?:[^"'%]|"[^"]*"|'[^']*'|%(?!\}))*%\}/g;

/**
 * What of a template a rewrite has to leave as it is (contract 2.14): merge tags, and whole spintax
 * groups with what stands in them. In order; one that comes twice is there twice.
 */
export function templateAtoms(source: string): string[] {
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
  for (const tag of outside.matchAll(TAG)) atoms.push({ at: tag.index, text: tag[0] });
  return atoms.sort((a, b) => a.at - b.at).map(({ text }) => text);
}

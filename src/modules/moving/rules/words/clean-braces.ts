import type { OutsideText } from "#platform/rules/outside-text.ts";

const NAMED: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  lt: "<",
  gt: ">",
  amp: "&",
  nbsp: " ",
  ldquo: '"',
  rdquo: '"',
  bdquo: '"',
  lsquo: "'",
  rsquo: "'",
  sbquo: "'",
};

const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,8}));/g;
const TAG = /<(\/?)([a-zA-Z][\w:-]*)(?:[\s/][^<>]*)?>/g;
const VOID = new Set(["br", "wbr", "img", "hr", "input"]);

/** What editors put into braces, taken out of them, and the tags that have to stand behind. */
export type CleanBraces = { readonly text: string; readonly behind: string };

/**
 * The inside of `{{ }}` or `{% %}` as its author meant it: without tags and entities, quotes straight,
 * blanks plain. A tag that opens or closes outside is kept behind the braces, so that the HTML around
 * stays sound.
 */
export function cleanBraces(inside: OutsideText): CleanBraces {
  const open: { readonly name: string; readonly tag: string }[] = [];
  const closing: string[] = [];
  const bare = inside.includes("<")
    ? inside.replace(TAG, (tag, slash: string, name: string) => {
        const low = name.toLowerCase();
        if (VOID.has(low) || tag.endsWith("/>")) return " ";
        if (slash === "") open.push({ name: low, tag });
        else if (open.at(-1)?.name === low) open.pop();
        else closing.push(tag);
        return "";
      })
    : inside;
  const text = unescapeEntities(bare)
    .replace(/[“”„]/g, '"')
    .replace(/[‘’‚]/g, "'")
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, "")
    .replace(/[\s\u00a0]+/g, " ")
    .trim();
  return { text, behind: closing.join("") + open.map(({ tag }) => tag).join("") };
}

const unescapeEntities = (text: string): string =>
  text.includes("&")
    ? text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return NAMED[name] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
        return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
      })
    : text;

import type { OutsideText } from "#platform/rules/outside-text.ts";
import { liquidSpans } from "./liquid-spans.ts";
import { fieldOfCustom } from "#modules/leads/rules/fields.ts";
import { ownVariable } from "./variables.ts";

/** The variables that templates name, as far as a lead has them or not. */
export type Mentioned = {
  /** Ours, such as `first_name`, whatever alias was written. */
  readonly own: ReadonlySet<string>;
  /** Aliases that were written: a custom field of that name comes before ours. */
  readonly aliases: ReadonlySet<string>;
  /** Everything else that may be a custom field. */
  readonly custom: ReadonlySet<string>;
  /** A name is worked out by the template (`custom[x]`), so that any may be meant. */
  readonly any: boolean;
};

/** What stands in quotes is text; what follows a bar or opens a tag is the language's own. */
const OTHER_WORDS = /"[^"]*"|'[^']*'|\|\s*\w+|\{%-?\s*\w+/g;
const NAME = /(custom\.)?([A-Za-z_][\w-]*)/g;
const SYNTAX = new Set(
  "custom and or not contains in blank empty nil null true false forloop".split(" "),
);

/**
 * The variables that these templates name. Rather one too many than one too few: a name may stand
 * where it is never put out, or be one that the template gives a value itself.
 */
export function mentionedIn(sources: readonly OutsideText[]): Mentioned {
  const own = new Set<string>();
  const aliases = new Set<string>();
  const custom = new Set<string>();
  let any = false;
  for (const source of sources) {
    for (const { start, end } of liquidSpans(source)) {
      const bare = source.slice(start, end).replace(OTHER_WORDS, " ");
      any ||= bare.includes("[");
      for (const [, prefix, name = ""] of bare.matchAll(NAME)) {
        const ours = prefix === undefined ? ownVariable(name) : fieldOfCustom(name);
        if (ours === null) {
          if (prefix !== undefined || !SYNTAX.has(name)) custom.add(name);
          continue;
        }
        own.add(ours);
        if (ours !== name) aliases.add(name);
      }
    }
  }
  return { own, aliases, custom, any };
}

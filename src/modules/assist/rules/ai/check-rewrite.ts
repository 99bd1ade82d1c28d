import { type OutsideText, trimEnd } from "#platform/rules/outside-text.ts";
import { templateAtoms } from "./template-atoms.ts";

/** What a rewrite was made from, and with what freedom. */
export type RewriteRules = {
  /** Text whose addresses may be named: the mail, and what the person asked for. */
  readonly sources: readonly string[];
  /** A new mail need not repeat the tags of the old one; it may not invent any either. */
  readonly mayDrop: boolean;
};

/** URLs, domains with a path, mail addresses. */
const PLACE =
  /\b(?:https?:\/\/|www\.)[^\s<>"'{}|\\^`]+|(?<![@\w./-])(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}\/[^\s<>"'{}]*|[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}/gi;
/** They end the sentence, not the address in it. */
const SENTENCE_MARKS = ".,;:!?)]";
const ACTIVE =
  /<\s*(?:script|iframe|object|embed|form|meta|link|base|svg)\b|\son[a-z]+\s*=|javascript:|data:text\/html/i;

/**
 * Why a rewritten text may not be used, in words for the model that wrote it; null when it may.
 * Tags and spintax stay as they are, no address is new, nothing in it runs.
 */
export function refuseRewrite(
  before: OutsideText,
  after: OutsideText,
  rules: RewriteRules,
): string | null {
  const [kept, made] = [templateAtoms(before), templateAtoms(after)];
  const [keptSet, madeSet] = [new Set(kept), new Set(made)];
  const lost = rules.mayDrop ? [] : kept.filter((atom) => !madeSet.has(atom));
  if (lost.length > 0) return `These must stay exactly as they are: ${listed(lost)}`;
  const invented = made.filter((atom) => !keptSet.has(atom));
  if (invented.length > 0) return `These were not in the original: ${listed(invented)}`;
  if (!rules.mayDrop && blocksOf(kept) !== blocksOf(made)) {
    return `Keep the order of ${listed(kept.filter(isBlock))}`;
  }
  const known = rules.sources.join("\n").toLowerCase();
  const places = new Set(
    (after.match(PLACE) ?? []).map((url) => trimEnd(url.toLowerCase(), SENTENCE_MARKS)),
  );
  const strange = [...places].filter((url) => !known.includes(url));
  if (strange.length > 0) return `These addresses were not in the original: ${listed(strange)}`;
  if (ACTIVE.test(after) && !ACTIVE.test(before)) return "Leave out scripts, forms and frames.";
  return null;
}

const isBlock = (atom: string): boolean => atom.startsWith("{%");
const blocksOf = (atoms: readonly string[]): string => atoms.filter(isBlock).join("");

const listed = (texts: readonly string[]): string => [...new Set(texts)].slice(0, 10).join(" ");

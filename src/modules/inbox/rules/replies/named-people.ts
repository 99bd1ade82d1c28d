import { plainLine } from "#platform/rules/mail/plain-line.ts";
import type { Sentence, Token } from "./tokens.ts";

/** Somebody whom a mail names with an address. */
export type NamedPerson = {
  readonly email: string;
  /** "" where none stands before the address. */
  readonly name: string;
};

const MAX_PEOPLE = 5;
const MAX_NAME_WORDS = 4;
/** Stand between a name and its address. */
const BETWEEN =
  /^(?:at|on|under|via|by|email|mail|unter|uber|per|a|au|sur|en|al|no|em|pelo|all'|op|email adresse|address)$/;
const PARTICLES = /^(?:van|von|de|der|den|da|di|du|del|della|la|le|dos|zu)$/;
const TITLE =
  /^(?:herrn?|frau|mr|mrs|ms|miss|m|mme|mlle|sr|sra|sig|sigra|dhr|mevr|mevrouw|senhora?|signora?|monsieur|madame)$/;

/**
 * The people whom these sentences of a text name with an address, in their order: "my successor Ann
 * Doe (ann@contoso.com)".
 */
export function namedPeople(text: string, sentences: readonly Sentence[]): NamedPerson[] {
  const people = sentences.flatMap(({ tokens }) =>
    tokens.flatMap(({ word, from, to }, i): NamedPerson[] => {
      if (word !== "<email>") return [];
      const email = text.slice(from, to).toLowerCase();
      return [{ email, name: nameBefore(text, tokens.slice(0, i)) }];
    }),
  );
  return [...new Map(people.map((person) => [person.email, person])).values()].slice(0, MAX_PEOPLE);
}

function nameBefore(text: string, before: readonly Token[]): string {
  const near = before.slice(-MAX_NAME_WORDS - 2);
  while (near.length > 0 && BETWEEN.test(near.at(-1)?.word ?? "")) near.pop();
  const name: Token[] = [];
  for (const token of near.toReversed()) {
    const isPart = token.isCapital || (name.length > 0 && PARTICLES.test(token.word));
    if (!isPart || token.word.startsWith("<")) break;
    name.unshift(token);
    if (token.isBehindBreak) break;
  }
  while (name[0] && (!name[0].isCapital || TITLE.test(name[0].word))) name.shift();
  const [first] = name;
  // "Contact ann@contoso.com": one word that begins a sentence is hardly a name.
  if (!first || (name.length === 1 && first === before[0])) return "";
  return plainLine(text.slice(first.from, name.at(-1)?.to), 100);
}

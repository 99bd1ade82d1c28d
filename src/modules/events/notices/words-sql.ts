import { type SQL, sql } from "drizzle-orm";
import { inEnglish, type Phrase, type Value } from "#platform/words/phrase.ts";

/** What a notice says; a value may be an expression over the rows of its source. */
export type Words = Phrase<SQL>;

const isSql = (value: Value | SQL): value is SQL => typeof value === "object" && !("text" in value);
const isFixed = (words: Words): words is Phrase => !Object.values(words.values ?? {}).some(isSql);

/** In English; where rows give a value, each value replaces its `{name}` in the statement. */
export function englishOf(words: Words): string | SQL {
  if (isFixed(words)) return inEnglish(words);
  const { text, values = {} } = words;
  const parts = text.split(/\{(\w+)\}/).map((part, i): SQL => {
    const value = i % 2 === 0 ? part : (values[part] ?? "");
    if (typeof value !== "object") return sql`${String(value)}`;
    return isSql(value) ? value : sql`${inEnglish(value)}`;
  });
  return sql.join(parts, sql` || `);
}

/** As JSON, to be put into other languages later. */
export const keptPhrases = (title: Words, message: Words): string | SQL =>
  isFixed(title) && isFixed(message)
    ? JSON.stringify({ title, message })
    : sql`json_object('title', ${jsonOf(title)}, 'message', ${jsonOf(message)})`;

function jsonOf(words: Words): SQL {
  if (isFixed(words)) return sql`json(${JSON.stringify(words)})`;
  const pairs = Object.entries(words.values ?? {}).map(([name, value]) =>
    typeof value === "object" && isSql(value)
      ? sql`${name}, ${value}`
      : sql`${name}, json(${JSON.stringify(value)})`,
  );
  return sql`json_object('text', ${words.text}, 'values', json_object(${sql.join(pairs, sql`, `)}))`;
}

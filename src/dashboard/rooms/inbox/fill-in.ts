import type { Thread } from "#modules/inbox/contract/threads.ts";

/** `{{ first_name }}`, `{{ first_name | default: "there" }}`. */
const FILLED = /\{\{\s*(\w+)\s*(?:\|\s*default:\s*(["'])([^"'{}]*)\2\s*)?\}\}/g;
/** Spintax: one person writes one way. */
const SPUN = /(?<!\{)\{([^{}|\n]*)\|[^{}\n]*\}(?!\})/g;

/** What a template may name, and what it is in this thread. */
export function fillIn(text: string, thread: Thread, sender: string): string {
  const { name, company, email } = thread.lead;
  const [first = "", ...rest] = name.split(" ");
  const known: Readonly<Record<string, string>> = {
    first_name: first,
    last_name: rest.join(" "),
    name,
    company,
    email,
    sender_name: sender,
  };
  // What has no value stays to be seen, and is asked about before it is sent.
  return text
    .replace(
      FILLED,
      (tag, key: string, _: string | undefined, otherwise: string | undefined) =>
        known[key] || otherwise || tag,
    )
    .replace(SPUN, (_, first: string) => first);
}

/** The first tag that nobody has filled in. */
export const openTag = (text: string): string | null => /\{\{[^}]*\}\}/.exec(text)?.[0] ?? null;

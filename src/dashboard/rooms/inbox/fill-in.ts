import type { Thread } from "#modules/inbox/contract/threads.ts";

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
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (tag, key: string) => known[key] || tag);
}

/** The first tag that nobody has filled in. */
export const openTag = (text: string): string | null => /\{\{[^}]*\}\}/.exec(text)?.[0] ?? null;

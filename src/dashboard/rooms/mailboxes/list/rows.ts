import type { MailboxesFilter } from "#dashboard/rooms/mailboxes/search.ts";

/** Where a mailbox is; the list beside it stays filtered. */
export function pathOfBox(wid: number, id: number, filter: MailboxesFilter): `/${string}` {
  const given = Object.entries(filter).map(([name, value]): [string, string] => [
    name,
    // The address holds JSON: the name "2026" must not become a number there.
    name === "status" || name === "provider" ? value : textOf(value),
  ]);
  const query = given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
  return `/w/${wid}/mailboxes/${id}${query}`;
}

function textOf(value: string): string {
  try {
    JSON.parse(value);
    return JSON.stringify(value);
  } catch {
    return value;
  }
}

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

const links = (): HTMLAnchorElement[] => [
  ...document.querySelectorAll<HTMLAnchorElement>(".vrow a.name"),
];

/** j and k go from row to row, x ticks the one that has the focus. Enter opens it, as any link. */
export const rowKeys = (toggle: (id: number, isRange: boolean) => void) => {
  const step = (by: number): void => {
    const all = links();
    const row = document.activeElement?.closest(".vrow");
    const now = all.findIndex((link) => row?.contains(link));
    const next = now < 0 ? all[0] : all[now + by];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };
  const tick = (event: KeyboardEvent): void => {
    const link = document.activeElement?.closest(".vrow")?.querySelector("a.name");
    const id = Number(/\/mailboxes\/(\d+)/.exec(link?.getAttribute("href") ?? "")?.[1]);
    if (id > 0) toggle(id, event.shiftKey);
  };
  return { j: () => step(1), k: () => step(-1), x: tick };
};

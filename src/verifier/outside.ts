import type { Head, Header, Row } from "./format.ts";

type Found = "held" | "forgotten" | "elsewhere" | "cut" | "outside";

type OutsideHead = Head & { readonly workspace: string | null };

/**
 * Holds heads that somebody else kept against the rows: each must be found where it says. One that
 * the database forgot by being put back is kept apart, if the chain says so itself.
 */
export function watchOutside(heads: readonly (OutsideHead | null)[]) {
  const open = new Map<string, OutsideHead[]>();
  const seen = new Set<OutsideHead>();
  let broken = 0;
  for (const head of heads) {
    if (!head) broken++;
    else
      open.set(placeOf(head.day, head.count), [
        ...(open.get(placeOf(head.day, head.count)) ?? []),
        head,
      ]);
  }
  return {
    see({ day, seq, hash }: Row): void {
      for (const head of open.get(placeOf(day, seq)) ?? []) if (head.last === hash) seen.add(head);
    },
    /** For each head of the workspace: held, forgotten, of days that the file has not, or the code of its fault. */
    async end(
      header: Header,
      key: string,
      restored: readonly { readonly at: number; readonly to: number }[],
      check: (head: Head) => Promise<boolean>,
    ): Promise<Found[]> {
      const codes: Found[] = Array<Found>(broken).fill("outside");
      for (const head of [...open.values()].flat()) {
        if (head.workspace !== null && head.workspace !== String(header.workspace)) continue;
        const isBefore = header.from !== null && head.day < header.from;
        if (isBefore || (header.to !== null && head.day > header.to)) {
          codes.push("elsewhere");
          continue;
        }
        const isOwn = head.key === key && (await check(head));
        if (!isOwn) codes.push("outside");
        else if (seen.has(head)) codes.push("held");
        else if (restored.some(({ at, to }) => to <= head.at && head.at <= at))
          codes.push("forgotten");
        else codes.push("cut");
      }
      return codes;
    },
  };
}

const placeOf = (day: string, count: number): string => `${day} ${count}`;

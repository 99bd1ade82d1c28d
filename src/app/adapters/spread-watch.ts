import { createHash } from "node:crypto";
import type { MailWatcher } from "#platform/ctx/ports.ts";
import type { WatchRequest } from "#platform/wire/mail-reading.ts";

/** Of one companion. */
export type NamedWatcher = { readonly name: string; readonly watcher: MailWatcher };

type Target = WatchRequest["mailboxes"][number];
type Seen = NamedWatcher & { readonly version: string | null };

/**
 * Several companions as one: each mailbox is watched by one of those that answer, by its name, so
 * that most stay where they are when one comes or goes; by the next one where the first has `most`.
 * What fits nowhere is left out, from the end of the list. Throws like the first where none answers.
 */
export function spreadWatch(companions: readonly NamedWatcher[], most: number): MailWatcher {
  async function present(): Promise<Seen[]> {
    const answers = await Promise.allSettled(
      companions.map(async (one) => ({ ...one, version: await one.watcher.version() })),
    );
    const seen = answers.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const [first] = answers;
    if (seen.length === 0 && first?.status === "rejected") throw first.reason;
    return seen;
  }

  return {
    async version() {
      const seen = await present();
      const held = new Set(seen.map(({ version }) => version));
      const [only] = held;
      const mark = markOf(seen);
      return held.size === 1 && only?.endsWith(mark) ? only.slice(0, -mark.length) : null;
    },
    async setList(list) {
      const seen = await present();
      const shares = shareOut(list.mailboxes, seen, most);
      const version = list.version + markOf(seen);
      const results = await Promise.allSettled(
        seen.map(({ name, watcher }) =>
          watcher.setList({ ...list, version, mailboxes: shares.get(name) ?? [] }),
        ),
      );
      const failed = results.find((result) => result.status === "rejected");
      if (failed) throw failed.reason;
    },
  };
}

/** Who shares a list; another one comes with another share. */
const markOf = (seen: readonly NamedWatcher[]): string =>
  ` ${digest(seen.map(({ name }) => name).join("\n"))}`;

function shareOut(
  targets: readonly Target[],
  seen: readonly NamedWatcher[],
  most: number,
): ReadonlyMap<string, Target[]> {
  const shares = new Map(seen.map(({ name }) => [name, [] as Target[]]));
  for (const target of targets) {
    const preferred = seen
      .map(({ name }) => ({ name, weight: digest(`${name}\n${target.id}`) }))
      .toSorted((a, b) => (a.weight < b.weight ? -1 : 1));
    const share = preferred
      .map(({ name }) => shares.get(name) ?? [])
      .find(({ length }) => length < most);
    share?.push(target);
  }
  return shares;
}

const digest = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 16);

import type { Session } from "./session.ts";
import type { StoredMessage } from "./store.ts";

/** Whether a number is in a set such as `1:4,9:*`. */
export function inSet(set: string, highest: number): (number: number) => boolean {
  const bound = (part: string | undefined) => (part === "*" ? highest : Number(part));
  const ranges = set.split(",").map((range) => {
    const [first, second = first] = range.split(":");
    const ends = [bound(first), bound(second)];
    if (ends.some((end) => !Number.isSafeInteger(end))) throw new Error("a set is malformed");
    return { from: Math.min(...ends), to: Math.max(...ends) };
  });
  return (number) => ranges.some(({ from, to }) => number >= from && number <= to);
}

/** The messages that a sequence set, or a UID set, names in the open folder. */
export function resolve(
  session: Session,
  set: string,
  byUid: boolean,
): { readonly sequence: number; readonly message: StoredMessage }[] {
  if (!session.folder) throw new Error("select a mailbox first");
  const { view, folder } = session;
  const wanted = inSet(set, byUid ? (view.at(-1) ?? 0) : view.length);
  const byNumber = new Map(folder.messages.map((message) => [message.uid, message]));
  return view.flatMap((uid, index) => {
    const message = wanted(byUid ? uid : index + 1) ? byNumber.get(uid) : undefined;
    return message ? [{ sequence: index + 1, message }] : [];
  });
}

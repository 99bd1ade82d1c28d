/** A place in the order of a ledger: when a mail ended, and its id. */
export type LedgerPlace = readonly [at: number, id: number];

/** Up to where the sources of a database were read. */
export type ReadTo = {
  /** When receipts began. */
  readonly began: number;
  readonly send: LedgerPlace;
  readonly again: LedgerPlace;
  readonly mail: LedgerPlace;
  readonly test: LedgerPlace;
  readonly suppression: number;
  readonly event: number;
};

const earlier = (a: LedgerPlace, b: LedgerPlace): LedgerPlace =>
  a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]) ? a : b;

/** The place from which nothing is missed that one of these had not read; null: there are none. */
export function earliestOf(texts: readonly string[]): ReadTo | null {
  const all = texts.map((text) => JSON.parse(text) as ReadTo);
  if (all.length === 0) return null;
  return all.reduce((a, b) => ({
    began: Math.min(a.began, b.began),
    send: earlier(a.send, b.send),
    again: earlier(a.again, b.again),
    mail: earlier(a.mail, b.mail),
    test: earlier(a.test, b.test),
    suppression: Math.min(a.suppression, b.suppression),
    event: Math.min(a.event, b.event),
  }));
}

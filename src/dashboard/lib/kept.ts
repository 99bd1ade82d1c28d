/** What this browser remembers for a person; null when storage is closed or holds something else. */
export function readKept<T>(name: string, isIt: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`outrider.${name}`) ?? "null");
    return isIt(value) ? value : null;
  } catch {
    return null;
  }
}

/** Remembers a value; null forgets it. Without storage nothing happens. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(`outrider.${name}`);
    else localStorage.setItem(`outrider.${name}`, JSON.stringify(value));
  } catch {
    // A private window may forbid it: the page works without.
  }
}

/** Forgets all values whose names begin so. */
export function forget(beginning: string): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(`outrider.${beginning}`)) localStorage.removeItem(name);
    }
  } catch {
    // As above.
  }
}

export const isText = (value: unknown): value is string => typeof value === "string";

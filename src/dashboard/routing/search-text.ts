/** What an address says behind its "?", each value as what it is: text, a number, `true`, or a list. */
export type RawSearch = Record<string, unknown>;

const valueOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Reads `?q=gate&list=3&make=true`. A name that comes twice is a list. */
export function parseSearch(text: string): RawSearch {
  const search: RawSearch = {};
  for (const [name, given] of new URLSearchParams(text)) {
    const value = valueOf(given);
    // A "__proto__" in an address is a name like any other.
    const known = Object.hasOwn(search, name) ? [search[name], value].flat() : value;
    Object.defineProperty(search, name, {
      value: known,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return search;
}

/** A text that would be read as something else is put in quotes: the list "2026" is no number. */
const textOf = (value: unknown): string =>
  typeof value === "string" && valueOf(value) === value ? value : JSON.stringify(value);

/** The other way: with its "?", or empty. What is undefined is left out. */
export function formatSearch(search: object): string {
  const params = new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, textOf(value)]],
    ),
  );
  return params.size === 0 ? "" : `?${params.toString()}`;
}

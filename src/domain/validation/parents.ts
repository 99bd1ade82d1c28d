/** A name and every name that it lies under, the longest first: a.b.com, b.com, com. */
export function* parentsOf(domain: string): Generator<string> {
  let name = domain;
  for (;;) {
    yield name;
    const dot = name.indexOf(".");
    if (dot < 0) return;
    name = name.slice(dot + 1);
  }
}

/** A file of `drizzle/`. */
export type BundledMigration = { readonly name: string; readonly sql: string };

/** Begins each file; the next sign after it is the file's first. */
const HEAD = /\n--> file (\S+)\n/;

/** Files as one text, for a program that has no files. */
export const bundleOf = (files: readonly BundledMigration[]): string =>
  files.map(({ name, sql }) => `\n--> file ${name}\n${sql}`).join("");

/** The files of such a text, to the byte. */
export function filesOfBundle(text: string): readonly BundledMigration[] {
  const [, ...parts] = text.split(HEAD);
  return parts.flatMap((name, i) => (i % 2 === 0 ? [{ name, sql: parts[i + 1] ?? "" }] : []));
}

import { cp, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Change = { readonly file: string; readonly from: string; readonly to: string };

/** Policies that a fault plan must catch, or it proves nothing. */
const MUTANTS: Readonly<Record<string, readonly Change[]>> = {
  /** Tries again whatever ended without a reply, and lets the companion forget what it began. */
  naive: [
    {
      file: "src/domain/sending/outcome.ts",
      from: '{ kind: "retry" } : { kind: "unknown" }',
      to: '{ kind: "release" } : { kind: "release" }',
    },
    {
      file: "src/companion/deliver.ts",
      from: 'return bar && mail.again === true && bar.ending !== "accepted" ? null : bar;',
      to: "return bar && mail.again ? bar : null;",
    },
  ],
};

/**
 * A copy of the product, with one promise taken out where a mutant is named; the directory to run
 * it from. A copy, because what is killed starts again, and must start as it was.
 */
export async function copyOf(name?: string): Promise<string> {
  const changes = name === undefined ? [] : MUTANTS[name];
  if (!changes) {
    throw new Error(`There is no mutant ${name}; try ${Object.keys(MUTANTS).join(", ")}.`);
  }
  const root = await mkdtemp(join(tmpdir(), "outrider-mutant-"));
  for (const part of ["src", "drizzle", "package.json"]) {
    await cp(part, join(root, part), { recursive: true });
  }
  await symlink(join(process.cwd(), "node_modules"), join(root, "node_modules"));
  for (const { file, from, to } of changes) {
    const source = await readFile(join(root, file), "utf8");
    if (!source.includes(from)) throw new Error(`${file} no longer holds what ${name} changes`);
    await writeFile(join(root, file), source.replace(from, to));
  }
  return root;
}

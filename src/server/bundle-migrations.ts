import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { bundleOf } from "#platform/db/bundled-migrations.ts";
import { readMigrations } from "./migrate.ts";
import { ROOT } from "./own-build.ts";

const BUNDLE = join(ROOT, "dist/migrations.sql");

/** Puts the files of `drizzle/` into the one that the Worker's bundle takes; left alone where it is the same. */
export async function bundleMigrations(): Promise<void> {
  const text = bundleOf(await readMigrations(join(ROOT, "drizzle")));
  if ((await readFile(BUNDLE, "utf8").catch(() => null)) === text) return;
  await mkdir(dirname(BUNDLE), { recursive: true });
  const fresh = `${BUNDLE}.${process.pid}`;
  await writeFile(fresh, text);
  await rename(fresh, BUNDLE);
}

import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { writePackage } from "#server/neighbours/write-package.ts";

const run = promisify(execFile);

/** Packs the definition for a product as its command does, and installs it in a new folder beside its host: the folder. */
export async function installedBeside(
  target: string,
  host: readonly string[],
  yard: string,
): Promise<string> {
  const source = join(yard, `${target}-package`);
  await writePackage(target, source);
  const pack = ["pack", "--silent", "--pack-destination", yard];
  const { stdout } = await run("npm", pack, { cwd: source });
  const folder = join(yard, target);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  // Programs of others are loaded, and none of their scripts is run.
  const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund"];
  await run("npm", [...install, join("..", stdout.trim()), ...host], { cwd: folder });
  return folder;
}

/** Runs one of the programs beside this file, and reads the line that it ends with. */
export async function runProgram(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<unknown> {
  const program = join(import.meta.dirname, `${name}-program.ts`);
  const { stdout } = await run(process.execPath, [program, ...args], {
    env: { PATH: process.env["PATH"], ...env },
    timeout: 120_000,
  });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}

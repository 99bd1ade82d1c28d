import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { EXIT, CliFailure } from "./failure.ts";

/** Where an installation is, a key of it, and the workspace that commands are about. */
export type Profile = { readonly url: string; readonly key: string; readonly workspace: number };

type Env = Readonly<Record<string, string | undefined>>;

const fileOf = (env: Env): string =>
  join(env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config"), "outrider", "cli.json");

/**
 * What `outrider login` stored; `OUTRIDER_URL`, `OUTRIDER_KEY` and `OUTRIDER_WORKSPACE` count before it.
 * Throws `CliFailure` without one.
 */
export function readProfile(env: Env): Profile {
  const stored = readStored(env);
  const url = env["OUTRIDER_URL"] ?? stored.url;
  const key = env["OUTRIDER_KEY"] ?? stored.key;
  const workspace = Number(env["OUTRIDER_WORKSPACE"] ?? stored.workspace ?? 0);
  if (url === undefined || key === undefined) {
    throw new CliFailure(
      EXIT.denied,
      "You are not signed in. Run outrider login, or set OUTRIDER_URL and OUTRIDER_KEY.",
    );
  }
  return { url, key, workspace };
}

function readStored(env: Env): Partial<Profile> {
  try {
    return JSON.parse(readFileSync(fileOf(env), "utf8")) as Partial<Profile>;
  } catch {
    return {};
  }
}

/** Stores it for this user alone. Answers the file. */
export function writeProfile(env: Env, profile: Profile): string {
  const file = fileOf(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600 });
  // Of a file that was there already, the mode above changes nothing.
  chmodSync(file, 0o600);
  return file;
}

/** Forgets what `outrider login` stored. */
export const forgetProfile = (env: Env): void => rmSync(fileOf(env), { force: true });

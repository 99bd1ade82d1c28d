import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { systemNow } from "#adapters/clock.ts";
import { parseSettings, type Settings, SettingsError } from "#core/settings.ts";
import { AppError } from "#domain/errors.ts";
import { setPassword } from "#features/auth/set-password.ts";
import { DATABASE_FILE } from "./database-file.ts";
import { openDatabase } from "./database.ts";
import { readEnvironment } from "./environment.ts";
import { freshSecrets } from "./secrets.ts";
import { StartError } from "./start-error.ts";

/*
 * `npm run reset-password -- EMAIL` sets the password of an account in the database that `npm start`
 * would use, whether the product runs or not, and ends its sessions. On a terminal it asks for the
 * password; otherwise it reads one line of standard input. Without an answer it makes one up and
 * prints it.
 */
const [login] = process.argv.slice(2);
try {
  if (login === undefined) throw new StartError("Usage: npm run reset-password -- EMAIL");
  await reset(login);
} catch (cause) {
  for (const line of linesOf(cause)) console.error(`outrider: ${line}`);
  process.exitCode = 1;
}

async function reset(name: string): Promise<void> {
  const settings = settingsOfInstall();
  const { client, db } = await openDatabase(settings);
  try {
    const given = await ask("New password (empty: one is made up): ");
    const password = given === "" ? randomBytes(12).toString("base64url") : given;
    const { email } = await setPassword({ db, settings, now: systemNow }, name, password);
    console.log(`The password of ${email} is set; its sessions have ended.`);
    if (given === "") console.log(`New password: ${password}`);
  } finally {
    client.close();
  }
}

/** The settings of `npm start`; its secrets are not needed here. Throws `StartError` where there is no database yet. */
function settingsOfInstall(): Settings {
  const parsed = parseSettings({ ...freshSecrets(), ...readEnvironment() });
  const settings = { ...parsed, DATA_DIR: resolve(parsed.DATA_DIR) };
  const file = join(settings.DATA_DIR, DATABASE_FILE);
  if (settings.DATABASE_URL === undefined && !existsSync(file)) {
    throw new StartError(`There is no database at ${file}: set DATA_DIR, or start Outrider first.`);
  }
  return settings;
}

/** One line; on a terminal it is asked for and not shown. */
async function ask(question: string): Promise<string> {
  const isTerminal = process.stdin.isTTY;
  if (isTerminal) process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal });
  lines.on("SIGINT", () => process.exit(130));
  try {
    for await (const line of lines) return line;
    return "";
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write("\n");
  }
}

function linesOf(cause: unknown): readonly string[] {
  if (cause instanceof StartError || cause instanceof SettingsError) return cause.lines;
  if (cause instanceof AppError) return [cause.message];
  throw cause;
}

import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { systemNow } from "#platform/adapters/clock.ts";
import { setPassword } from "#modules/accounts/passwords/set-password.ts";
import { runCommand } from "./command.ts";
import { openDatabase } from "./database.ts";
import { settingsOfInstall } from "./settings-of-install.ts";
import { tablesOfProcess } from "./tables.ts";
import { StartError } from "./start-error.ts";

/*
 * `npm run reset-password -- EMAIL` sets the password of an account in the database that `npm start`
 * would use, whether the product runs or not, and ends its sessions. On a terminal it asks for the
 * password; otherwise it reads one line of standard input. Without an answer it makes one up and
 * prints it. `--factors` removes the second factors of the account too, for a lost phone.
 */
const { values, positionals } = parseArgs({
  options: { factors: { type: "boolean", default: false } },
  allowPositionals: true,
});
const [login] = positionals;
await runCommand(import.meta.filename, async () => {
  if (login === undefined)
    throw new StartError("Usage: npm run reset-password -- [--factors] EMAIL");
  await reset(login);
});

async function reset(name: string): Promise<void> {
  const settings = settingsOfInstall();
  const { client, db } = await openDatabase(settings);
  try {
    const given = await ask("New password (empty: one is made up): ");
    const password = given === "" ? randomBytes(12).toString("base64url") : given;
    const { email } = await setPassword(
      { install: db, settings, tables: tablesOfProcess, now: systemNow },
      name,
      password,
      values.factors,
    );
    if (values.factors) console.log("Its second factors are removed.");
    console.log(`The password of ${email} is set; its sessions have ended.`);
    if (given === "") console.log(`New password: ${password}`);
  } finally {
    client.close();
  }
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

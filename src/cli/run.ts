import { parseArgs } from "node:util";
import { call, type Target } from "./call.ts";
import type { Command, Session } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { completionScript } from "./completion.ts";
import { EXIT, type ExitCode, CliFailure, WrongUsage } from "./failure.ts";
import { COMMON, commandsHelp, commandHelp } from "./help.ts";
import { clean } from "./output.ts";
import { readProfile } from "./profile.ts";

/** What the shell gives the program. */
export type Shell = Pick<Session, "out" | "err" | "isInteractive" | "env" | "ask" | "signal">;

/** Runs one command line and answers the exit code. Never throws. */
export async function runLine(args: readonly string[], shell: Shell): Promise<ExitCode> {
  try {
    await dispatch(args, shell);
    return EXIT.done;
  } catch (cause) {
    // A person ended it.
    if (shell.signal.aborted) return EXIT.done;
    if (!(cause instanceof CliFailure)) throw cause;
    shell.err(`outrider: ${cause.message}\n`);
    if (cause instanceof WrongUsage) shell.err("outrider --help tells the commands.\n");
    return cause.exitCode;
  }
}

async function dispatch(args: readonly string[], shell: Shell): Promise<void> {
  if (args[0] === "completion") return shell.out(completionScript(args[1], COMMANDS));
  const command = commandOf(args);
  if (!command) {
    const [first] = args;
    if (first === undefined || first === "help" || first === "--help" || first === "-h") {
      return shell.out(commandsHelp(COMMANDS));
    }
    throw new WrongUsage(`There is no command ${clean(args.slice(0, 2).join(" "))}.`);
  }
  const { values, words } = readArguments(command, args);
  if (values["help"] === true) return shell.out(commandHelp(command));
  const [least, most] = command.words;
  if (words.length < least || words.length > most) {
    throw new WrongUsage(`Usage: outrider ${`${command.name} ${command.takes}`.trim()}`);
  }
  await command.run(sessionOf(shell, values), words, values);
}

/** The one whose words the arguments begin with. */
const commandOf = (args: readonly string[]): Command | undefined =>
  COMMANDS.find(({ name }) => name.split(" ").every((word, i) => args[i] === word));

function readArguments(command: Command, args: readonly string[]) {
  const all = { ...COMMON, ...command.options };
  const options = Object.fromEntries(
    Object.entries(all).map(([name, { type }]) => [name, { type }]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: args.slice(command.name.split(" ").length),
      options,
      allowPositionals: true,
    });
    return { values, words: positionals };
  } catch (cause) {
    throw new WrongUsage(cause instanceof Error ? cause.message : String(cause));
  }
}

function sessionOf(
  shell: Shell,
  values: Readonly<Record<string, string | boolean | undefined>>,
): Session {
  const target = (): Target => readProfile(shell.env);
  return {
    ...shell,
    json: values["json"] === true,
    target,
    async workspace() {
      const profile = readProfile(shell.env);
      const given = values["workspace"];
      const id = typeof given === "string" ? Number(given) : profile.workspace;
      return `/workspaces/${id > 0 ? id : await onlyWorkspace(profile)}`;
    },
  };
}

/** The workspace of a key that has no other. */
async function onlyWorkspace(target: Target): Promise<number> {
  type Me = { readonly workspaces: readonly { readonly id: number }[] };
  const { workspaces } = await call<Me>(target, "GET", "/auth/me");
  const [first, second] = workspaces;
  if (first && !second) return first.id;
  throw new WrongUsage("The key has several workspaces. Name one with --workspace.");
}

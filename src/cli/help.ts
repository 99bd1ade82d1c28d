import type { Command } from "./command.ts";

/** Options of every command. */
export const COMMON = {
  json: { type: "boolean", says: "results as JSON, one a line" },
  workspace: { type: "string", says: "the workspace, by its ID" },
  help: { type: "boolean", says: "show this" },
} as const;

/** Lines of two columns, each with two spaces before it. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}

const usageOf = ({ name, takes }: Command): string => `${name} ${takes}`.trim();

const optionRows = (options: NonNullable<Command["options"]>): (readonly [string, string])[] =>
  Object.entries(options).map(([name, { type, says }]) => [
    `--${name}${type === "string" ? " VALUE" : ""}`,
    says,
  ]);

/** What there is. */
export const commandsHelp = (
  commands: readonly Command[],
): string => `Usage: outrider COMMAND [options]

${columns(commands.map((one) => [usageOf(one), one.summary]))}
${columns([["completion SHELL", "Print the completion for bash, zsh or fish."]])}

Options of every command:
${columns(optionRows(COMMON))}

OUTRIDER_URL, OUTRIDER_KEY and OUTRIDER_WORKSPACE count before what login stored.
Exit codes: 0 done, 1 refused, 2 wrong command line, 3 not signed in or not allowed, 4 not found, 5 not reached.
`;

/** One command. */
export const commandHelp = (command: Command): string => `Usage: outrider ${usageOf(command)}

${command.summary}

${columns(optionRows({ ...command.options, ...COMMON }))}
`;

import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { isGiven } from "#platform/ctx/settings.ts";
import { StartError } from "./start-error.ts";

/** Settings as written: the environment over `.env` of the working directory. Throws `StartError`. */
export function readEnvironment(): Record<string, string> {
  return { ...readEnvFile(".env"), ...defined(process.env) };
}

function readEnvFile(path: string): Record<string, string> {
  if (!existsSync(path)) return {};
  try {
    return defined(parseEnv(readFileSync(path, "utf8")));
  } catch {
    throw new StartError(`${path} cannot be read: it holds lines of the form NAME=value.`);
  }
}

const defined = (values: NodeJS.Dict<string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => isGiven(...entry)),
  );

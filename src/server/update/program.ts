import { spawn } from "node:child_process";
import { once } from "node:events";
import { StartError } from "#server/start-error.ts";

/**
 * Runs a program to its end, quietly. Throws `StartError` with its last error if it fails. `signal`
 * ends it.
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: { cwd: string; env: Readonly<Record<string, string | undefined>>; signal: AbortSignal },
): Promise<void> {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
  const [code] = await once(child, "close");
  if (code === 0) return;
  const lines = said.trim().split("\n");
  const cause = lines.findLast((line) => /error\b/i.test(line)) ?? lines.at(-1) ?? "";
  throw new StartError(cause === "" ? `it ended with ${String(code)}` : cause.trim());
}

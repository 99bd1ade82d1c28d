import { createReadStream, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { checkSignature } from "./check-signature.ts";
import { eachLine } from "./lines.ts";
import { Unreadable, verifier } from "./verify.ts";
import { verdictWords } from "./words.ts";

/*
 * `npm run verify -- FILE [--heads FILE] [--key FILE] [--json]` checks receipts, by the published
 * format alone. It ends with 1 where something does not hold, and with 2 for a file that it cannot read.
 */
const USAGE = "Usage: npm run verify -- FILE [--heads FILE] [--key FILE] [--json]";

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      heads: { type: "string" },
      key: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  const [file] = positionals;
  if (file === undefined) throw new Error(USAGE);
  const running = verifier({
    checkSignature,
    key: values.key === undefined ? undefined : keyIn(readFileSync(values.key, "utf8")),
    heads: values.heads === undefined ? [] : linesIn(readFileSync(values.heads, "utf8")),
  });
  for await (const line of eachLine(createReadStream(file, "latin1"))) running.take(line);
  const verdict = await running.end();
  if (values.json) console.log(JSON.stringify({ faults: verdict.faults, counts: verdict.counts }));
  else for (const line of verdictWords(verdict)) console.log(line);
  return verdict.faults.length === 0 ? 0 : 1;
}

const linesIn = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

/** The key alone, or the answer of `GET /api/v1/receipts/key`. */
function keyIn(text: string): string {
  const found = /"public_key"\s*:\s*"([\w-]{43})"/.exec(text)?.[1] ?? text.trim();
  if (!/^[\w-]{43}$/.test(found)) throw new Error("The key file holds no key.");
  return found;
}

try {
  process.exitCode = await main();
} catch (cause) {
  const isOther = cause instanceof Unreadable;
  console.error(
    isOther
      ? "This file is no export of receipts, or of a version that this program does not know."
      : cause instanceof Error
        ? cause.message
        : String(cause),
  );
  process.exitCode = 2;
}

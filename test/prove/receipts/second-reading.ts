import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const READ_ALL = `
import json, sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import verify
for case in json.load(open(sys.argv[2])):
    try:
        verifier = verify.Verifier(None, case["heads"])
        lines = case["text"].split("\\n")
        if lines[-1] == "":
            lines.pop()
        for line in lines:
            verifier.take(line)
        print(json.dumps(verifier.end()))
    except verify.Unreadable:
        print("null")
`;

/** What the implementation in Python says of exports: line and code of each fault; null: it cannot read it. */
export async function secondReading(
  cases: readonly { readonly text: string; readonly heads: readonly string[] }[],
): Promise<([number, string][] | null)[]> {
  const directory = mkdtempSync(join(tmpdir(), "outrider-receipts-"));
  try {
    const file = join(directory, "cases.json");
    writeFileSync(file, JSON.stringify(cases));
    const args = ["-c", READ_ALL, resolve("src/docs/receivers"), file];
    const { stdout, stderr, status } = spawnSync("python3", args, {
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
    if (status !== 0) throw new Error(stderr);
    return stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as [number, string][] | null);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

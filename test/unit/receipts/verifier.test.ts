import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { receiptsPage } from "#data/build-receipts-page.ts";
import { VERIFIER_PAGE, VERIFIER_POLICY } from "#modules/receipts/rules/verifier-page.ts";
import { secondReading } from "#test/prove/receipts/second-reading.ts";
import { needs } from "#test/support/needs.ts";
import { scratchDirectory } from "#test/support/scratch.ts";
import { commitment, type SaidRow, signedReceipts } from "#test/support/signed-receipts.ts";
import { verifyReceipts } from "#test/support/verify-receipts.ts";
import { digestOfText } from "../../../src/verifier/sha256.ts";
import { verdictWords } from "../../../src/verifier/words.ts";

const run = promisify(execFile);
const MINUTE = 60_000;
const person = commitment("ann");
const domain = commitment("acme.test");
const day = "2026-12-01";
const step = (at: number, more: object = {}) => ({
  kind: "step",
  at,
  person,
  step: commitment(`s${at}`),
  ...more,
});
const block = { kind: "suppressed", at: 1_000, person, detail: "manual" };
const optOut = { kind: "opt_out", at: 1_000, person, detail: "link" };
const late = 1_000 + 11 * MINUTE;

const RULES: Readonly<Record<string, readonly [rows: readonly SaidRow[], codes: string[]]>> = {
  "a step after an opt-out": [[optOut, step(late)], ["after_opt_out"]],
  "a step that was handed over before an opt-out": [[optOut, step(late - 2 * MINUTE)], []],
  "a step before an opt-out whose receipt came first": [[optOut, step(500)], []],
  "an unclear step after an opt-out": [[optOut, step(late, { detail: "unclear" })], []],
  "a reply after an opt-out": [[optOut, { ...step(late), kind: "reply", step: "" }], []],
  "a reply to a suppressed person": [
    [block, { ...step(late), kind: "reply", step: "" }],
    ["after_opt_out"],
  ],
  "a forced reply to a suppressed person": [
    [block, { ...step(late), kind: "forced_reply", step: "" }],
    [],
  ],
  "a test to a suppressed person": [[block, { ...step(late), kind: "test", step: "" }], []],
  "a step to a suppressed domain": [
    [{ ...block, person: "", domain }, step(late, { domain })],
    ["after_opt_out"],
  ],
  "a step after a block was lifted": [
    [block, { kind: "lifted", at: 2_000, person, detail: "manual" }, step(late)],
    [],
  ],
  "a step after another block was lifted": [
    [block, { kind: "lifted", at: 2_000, person, detail: "bounced" }, step(late)],
    ["after_opt_out"],
  ],
  "a step while a block held that was lifted before its receipt": [
    [block, { kind: "lifted", at: late + 5, person, detail: "manual" }, step(late)],
    ["after_opt_out"],
  ],
  "a step after an opt-out was taken back": [
    [optOut, { kind: "lifted", at: 2_000, person, detail: "unsubscribed" }, step(late)],
    [],
  ],
  "the same step twice": [[step(1), step(2, { step: commitment("s1") })], ["twice"]],
  "a second try": [
    [step(1, { detail: "unclear" }), { ...step(2), kind: "again", step: commitment("s1") }],
    [],
  ],
  "a second try without a first": [[{ ...step(2), kind: "again" }], ["again"]],
  "two receipts of one cause": [
    [
      { ...step(1), cause: commitment("x") },
      { ...step(2), cause: commitment("x") },
    ],
    ["cause"],
  ],
  "somebody who was erased": [[step(1), { kind: "erased", at: 2, person }, step(3)], ["erased"]],
  "a restore without a time": [[{ kind: "restored", at: 5 }], ["line", "end", "head"]],
};

describe("the verifier", () => {
  for (const [what, [rows, codes]] of Object.entries(RULES)) {
    it(`${codes.length === 0 ? "accepts" : "refuses"} ${what}`, async () => {
      const { text, key } = await signedReceipts([{ day, rows }]);
      const { faults } = await verifyReceipts(text, { key });
      expect(new Set(faults.map(({ code }): string => code))).toEqual(new Set(codes));
    });
  }

  it("says the same of each rule as the second implementation", needs("python3"), async () => {
    const texts = await Promise.all(
      Object.values(RULES).map(async ([rows]) => (await signedReceipts([{ day, rows }])).text),
    );
    const own = await Promise.all(
      texts.map(async (text) =>
        (await verifyReceipts(text)).faults.map(({ line, code }) => [line, code]),
      ),
    );
    expect(await secondReading(texts.map((text) => ({ text, heads: [] })))).toEqual(own);
  });

  it("finds a head that is missing, and explains one that a restore forgot", async () => {
    const at = Date.parse("2026-12-03T00:00:00Z");
    const to = Date.parse("2026-12-01T00:00:00Z");
    const old = await signedReceipts([
      { day, rows: [step(1)] },
      { day: "2026-12-02", rows: [step(2)] },
    ]);
    expect((await verifyReceipts(old.text, { heads: old.heads })).counts["held"]).toBe(2);
    const cut = `${old.text.split("\n").slice(0, 3).join("\n")}\n{"type":"end","rows":1,"heads":1}\n`;
    expect((await verifyReceipts(cut)).faults).toEqual([]);
    expect((await verifyReceipts(cut, { heads: old.heads })).faults).toEqual([
      { line: 0, code: "cut" },
    ]);
    const restored = await signedReceipts([
      { day: "2026-12-03", rows: [{ kind: "restored", at, detail: `${to}` }] },
    ]);
    const verdict = await verifyReceipts(restored.text, { heads: restored.heads });
    expect(verdict.faults).toEqual([]);
    expect(verdictWords(verdict).join("\n")).toContain(
      "what happened between 2026-12-01T00:00:00.000Z and 2026-12-03T00:00:00.000Z",
    );
    // The heads of somebody else are no proof of anything.
    expect((await verifyReceipts(restored.text, { heads: old.heads })).faults).toHaveLength(2);
  });

  it("accepts no other key than the one that is known", async () => {
    const [one, other] = [
      await signedReceipts([{ day, rows: [step(1)] }]),
      await signedReceipts([]),
    ];
    const { faults } = await verifyReceipts(one.text, { key: other.key });
    expect(faults.map(({ code }) => code)).toEqual(["key", "key"]);
  });

  it("hashes as the standard does", () => {
    for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000]) {
      const text = "a1\n".repeat(length).slice(0, length);
      expect(digestOfText(text)).toBe(createHash("sha256").update(text).digest("hex"));
    }
  });

  it("ends with 0, 1 or 2, and says why", async () => {
    const directory = scratchDirectory();
    const file = (name: string, text: string): string => {
      writeFileSync(join(directory, name), text);
      return join(directory, name);
    };
    const { text, key, heads } = await signedReceipts([{ day, rows: [step(1)] }]);
    const program = async (...args: string[]) => {
      const ended = await run(process.execPath, ["src/verifier/main.ts", ...args]).catch(
        (error: { code: number; stdout: string; stderr: string }) => error,
      );
      return { code: "code" in ended ? ended.code : 0, said: ended.stdout + ended.stderr };
    };
    const whole = file("whole.jsonl", text);
    const kept = [
      "--heads",
      file("heads.jsonl", heads.join("\n")),
      "--key",
      file("key.json", JSON.stringify({ public_key: key })),
    ];
    expect(await program(whole, ...kept)).toMatchObject({
      code: 0,
      said: expect.stringContaining("Proven: no step"),
    });
    const changed = file("changed.jsonl", text.replace('"at":1,', '"at":2,'));
    expect(await program(changed)).toMatchObject({
      code: 1,
      said: expect.stringContaining("Line 2: The hash"),
    });
    expect(await program(file("other.csv", "a,b\n"))).toMatchObject({ code: 2 });
    expect(await program(join(directory, "none"))).toMatchObject({ code: 2 });
  });

  it("shares no code with the server", () => {
    const files = globSync("src/verifier/*.{ts,mjs}");
    expect(files.length).toBeGreaterThan(5);
    const imported = files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/from "([^"]+)"/g)].map(([, from = ""]) => from),
    );
    expect(imported.filter((from) => !from.startsWith("./") && !from.startsWith("node:"))).toEqual(
      [],
    );
    expect(readFileSync("src/docs/receivers/verify.py", "utf8")).not.toMatch(/outrider\.|src\//);
  });

  it("is on the page as it is in the sources", () => {
    expect({ page: VERIFIER_PAGE, policy: VERIFIER_POLICY }).toEqual(receiptsPage());
  });
});

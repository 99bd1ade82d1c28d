import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { temporaryDirectory } from "#test/support/node-host.ts";

// Its installations, with npm, are in test/full/toolchain.test.ts.
it("hands arguments, path and exit code over where everything is installed", () => {
  const yard = temporaryDirectory();
  onTestFinished(() => yard.remove());
  const program = join(yard.path, "say.mjs");
  writeFileSync(
    program,
    `console.log(JSON.stringify({ args: process.argv.slice(2), bin: process.env.PATH.split(":")[0],
       major: parseInt(process.versions.node) }));
     process.exitCode = 7;`,
  );
  const args = ["src/toolchain.mjs", program, "one", "two words"];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(status).toBe(7);
  expect(JSON.parse(stdout)).toMatchObject({
    args: ["one", "two words"],
    bin: expect.stringMatching(/node/),
  });
  expect(JSON.parse(stdout).major).toBeGreaterThanOrEqual(24);
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import pkg from "#package.json" with { type: "json" };
import { temporaryDirectory } from "#test/support/node-host.ts";

const yards: { remove(): void }[] = [];
afterAll(() => {
  for (const yard of yards) yard.remove();
});

const NOBODY = 65_534;
let root = "";

/** A repository with one local package, so that npm needs no network. */
beforeEach(() => {
  const yard = temporaryDirectory();
  yards.push(yard);
  root = yard.path;
  for (const folder of ["src", "one", "two"]) mkdirSync(join(root, folder));
  cpSync("src/toolchain.mjs", join(root, "src/toolchain.mjs"));
  write("one/package.json", { name: "one", version: "1.0.0" });
  write("two/package.json", { name: "two", version: "1.0.0" });
  depend({ one: "file:one" });
  writeFileSync(
    join(root, "say.mjs"),
    `import { existsSync } from "node:fs";
     const [what] = process.argv.slice(2);
     if (what === "wait") { console.log("waiting"); setInterval(() => {}, 1000); }
     else {
       console.log(JSON.stringify({ args: process.argv.slice(2), major: parseInt(process.versions.node),
         bin: process.env.PATH.split(":")[0], one: existsSync("node_modules/one") }));
       process.exitCode = 7;
     }`,
  );
});

const write = (path: string, value: unknown): void =>
  writeFileSync(join(root, path), JSON.stringify(value));

function depend(dependencies: Record<string, string>): void {
  const links = Object.keys(dependencies).flatMap((name) => [
    [name, { version: "1.0.0" }],
    [`node_modules/${name}`, { resolved: name, link: true }],
  ]);
  const whole = { name: "yard", version: "1.0.0", dependencies };
  write("package.json", whole);
  write("package-lock.json", {
    ...whole,
    lockfileVersion: 3,
    requires: true,
    packages: { "": whole, ...Object.fromEntries(links) },
  });
}

type Env = Readonly<Record<string, string>>;
const isEnv = (given: string | Env | undefined): given is Env => typeof given === "object";

function start(...given: (string | Env)[]) {
  const own = given.find(isEnv) ?? {};
  const args = given.filter((value) => typeof value === "string");
  const env = { PATH: process.env["PATH"], HOME: root, npm_config_fetch_retries: "0", ...own };
  const child = spawn(process.execPath, ["src/toolchain.mjs", "say.mjs", ...args], {
    cwd: root,
    env,
    ...(own["AS_NOBODY"] === undefined ? {} : { uid: NOBODY, gid: NOBODY }),
  });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (said.out += String(chunk)));
  child.stderr.on("data", (chunk) => (said.err += String(chunk)));
  return { child, said };
}

async function run(...args: (string | Env)[]) {
  const { child, said } = start(...args);
  const [code] = await once(child, "close");
  return { code: code as number | null, ...said };
}

describe("the toolchain", () => {
  it("installs once, then hands over arguments, path and exit code", async () => {
    const first = await run("a b", "--flag");
    expect(first.err).toBe("outrider: installing packages (once; about 20 seconds) ...\n");
    expect(JSON.parse(first.out)).toEqual({
      args: ["a b", "--flag"],
      major: 24,
      bin: join(root, "node_modules/.bin"),
      one: true,
    });
    expect(first.code).toBe(7);
    expect(await run()).toMatchObject({ code: 7, err: "" });
  });

  it("installs again after package-lock.json changed", async () => {
    await run();
    depend({ one: "file:one", two: "file:two" });
    expect((await run()).err).toContain("installing packages");
    expect(existsSync(join(root, "node_modules/two"))).toBe(true);
  });

  it("says in one line why it could not install, and leaves nothing that looks installed", async () => {
    const missing = {
      version: "1.0.0",
      resolved: "http://127.0.0.1:9/gone/-/gone-1.0.0.tgz",
      integrity:
        "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
    };
    const whole = { name: "yard", version: "1.0.0", dependencies: { gone: "1.0.0" } };
    write("package.json", whole);
    write("package-lock.json", {
      ...whole,
      lockfileVersion: 3,
      packages: { "": whole, "node_modules/gone": missing },
    });
    for (const _ of [1, 2]) {
      const { code, err } = await run();
      expect(code).toBe(1);
      expect(err.trim().split("\n")).toEqual([
        "outrider: installing packages (once; about 20 seconds) ...",
        expect.stringMatching(/^outrider: installing packages failed: .*ECONNREFUSED/),
      ]);
    }
  });

  it("waits for another installation and says so, and takes the place of one that is gone", async () => {
    const lock = join(root, ".outrider-installing");
    writeFileSync(lock, String(process.pid));
    const { child, said } = start();
    await expect.poll(() => said.err, { timeout: 10_000 }).toContain("waiting for another");
    expect(said.err).toContain(lock);
    // Nothing renews it: its number belongs to another program by now.
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(lock, longAgo, longAgo);
    expect(await once(child, "close")).toEqual([7, null]);
    expect(existsSync(lock)).toBe(false);
  });

  it("needs no shared folder for temporary files: nobody else's file there can hold it up", async () => {
    const folder = join(root, "shared");
    mkdirSync(folder);
    const hash = createHash("sha256").update(root).digest("hex").slice(0, 16);
    writeFileSync(join(folder, `outrider-install-${hash}`), "1");
    expect((await run({ TMPDIR: folder })).code).toBe(7);
    expect((await run({ TMPDIR: join(root, "missing") })).code).toBe(7);
  });

  it("says in one line that it may not write where the packages belong", async () => {
    chmodSync(root, 0o555);
    // To the superuser every folder is open.
    const isRoot = process.getuid?.() === 0;
    const { code, err } = await run(isRoot ? { AS_NOBODY: "1" } : {});
    chmodSync(root, 0o755);
    expect([code, err.trim()]).toEqual([
      1,
      `outrider: ${root} cannot be written (EACCES), so its packages cannot be installed.`,
    ]);
  });

  it("ends npm and lets go of the lock on a signal while it installs", async () => {
    const npm = join(root, "npm.cjs");
    writeFileSync(
      npm,
      'require("node:fs").writeFileSync("npm-runs", ""); setInterval(() => {}, 1000);',
    );
    const { child } = start({ npm_execpath: npm });
    const lock = join(root, ".outrider-installing");
    const isUnderWay = () => existsSync(join(root, "npm-runs")) && existsSync(lock);
    await expect.poll(isUnderWay, { timeout: 10_000 }).toBe(true);
    child.kill("SIGTERM");
    await once(child, "close");
    expect(existsSync(lock)).toBe(false);
  });

  it("is waited for by npm start on SIGTERM until the product has ended in order", async () => {
    await run();
    write("package.json", {
      name: "yard",
      version: "1.0.0",
      dependencies: { one: "file:one" },
      scripts: { start: String(pkg.scripts.start).replace("src/server/main.ts", "slow.mjs") },
    });
    writeFileSync(
      join(root, "slow.mjs"),
      `process.on("SIGTERM", () => setTimeout(() => { console.log("in order"); process.exit(0); }, 700));
       setInterval(() => {}, 1000); console.log("up");`,
    );
    const env = { PATH: process.env["PATH"], HOME: root };
    const child = spawn("npm", ["start"], { cwd: root, env });
    let out = "";
    child.stdout.on("data", (chunk) => (out += String(chunk)));
    await expect.poll(() => out, { timeout: 20_000 }).toContain("up");
    child.kill("SIGTERM");
    const ended = once(child, "exit");
    await ended;
    expect(out).toContain("in order");
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "passes %s on and ends as the program ends",
    async (signal) => {
      const { child, said } = start("wait");
      await expect.poll(() => said.out, { timeout: 20_000 }).toContain("waiting");
      child.kill(signal);
      expect(await once(child, "close")).toEqual([null, signal]);
    },
  );
});

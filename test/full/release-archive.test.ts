import { execFileSync, spawn } from "node:child_process";
import { createHash, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { compactVerify, importJWK } from "jose";
import { extract } from "tar";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildDashboard } from "#server/build-dashboard.ts";
import { packRelease } from "#server/release/pack-release.ts";
import pkg from "#package.json" with { type: "json" };
import { freePort } from "#test/support/free-port.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";
import { updatedInstall } from "#test/support/updated-install.ts";

const FIRST_ANSWER_MS = 10_000;
const MOST_BYTES = 150e6;
/** The first release that updates itself. */
const FIRST_RELEASE = "d165ea2";

const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

let out = "";
const key = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });

beforeAll(async () => {
  const yard = temporaryDirectory();
  ends.push(() => yard.remove());
  out = join(yard.path, "out");
  mkdirSync(out);
  await buildDashboard();
  const tracked = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0");
  await packRelease({
    root: resolve("."),
    files: [
      ...tracked.filter(
        (file) => existsSync(file) && file !== "" && !/^(?:test|\.github|\.ci)\//.test(file),
      ),
      "dist/dashboard",
      "dist/dashboard.stamp",
    ],
    commit: "0123456789abcdef0123456789abcdef01234567",
    notes: "",
    withPackages: true,
    out,
    baseUrl: "https://releases.example.com",
    // As JWK an Ed25519 key is three texts.
    key: key as Record<string, string>,
  });
});

const archive = () => join(out, `outrider-${pkg.version}.tgz`);

/** A folder with the archive's content, and the environment of a machine that has Node, and neither npm nor a network. */
async function freshMachine() {
  const yard = temporaryDirectory();
  ends.push(() => yard.remove());
  const root = join(yard.path, "outrider");
  const bin = join(yard.path, "bin");
  mkdirSync(root);
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, "node"));
  await extract({ file: archive(), cwd: root });
  const env = {
    PATH: bin,
    HOME: yard.path,
    PORT: String(await freePort()),
    npm_config_registry: "http://127.0.0.1:9",
  };
  const run = (...args: string[]) =>
    spawn(join(bin, "node"), ["src/toolchain.mjs", ...args], {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
  return { root, env, run };
}

const bytesOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).blocks * 512, 0);

it("is small, and answers within seconds without npm, a network, or anything being built", async () => {
  const { root, env, run } = await freshMachine();
  const before = performance.now();
  const product = run("src/server/main.ts");
  ends.push(() => product.kill("SIGKILL"));
  let said = "";
  for (const stream of [product.stdout, product.stderr])
    stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const url = `http://127.0.0.1:${env.PORT}`;
  const read = (path: string): Promise<string> =>
    fetch(url + path).then(
      (response) => response.text(),
      () => "",
    );
  let script: string | undefined;
  while (script === undefined) {
    if (product.exitCode !== null) throw new Error(said);
    await new Promise((done) => setTimeout(done, 50));
    script = /src="(\/assets\/[^"]+\.js)"/.exec(await read("/"))?.[1];
  }
  const took = performance.now() - before;
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect((await fetch(url + script)).headers.get("content-type")).toContain("javascript");
  expect((await fetch(`${url}/docs/`)).status).toBe(200);
  console.log(`first answer after ${Math.round(took)} ms, ${Math.round(bytesOf(root) / 1e6)} MB`);
  expect(said).not.toContain("installing");
  expect(took).toBeLessThan(FIRST_ANSWER_MS);
  const ended = once(product, "exit");
  product.kill("SIGTERM");
  expect((await ended)[0]).toBe(0);
  expect(bytesOf(root)).toBeLessThan(MOST_BYTES);
  const backup = run("src/server/backup/main.ts");
  expect((await once(backup, "exit"))[0]).toBe(0);
});

it("says what it needs on another platform, and for programs that build", async () => {
  const { root, run } = await freshMachine();
  const failed = async (...args: string[]): Promise<string> => {
    const program = run(...args);
    let said = "";
    program.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    expect((await once(program, "close"))[0]).toBe(1);
    return said;
  };
  expect(await failed("src/server/deploy/main.ts")).toMatch(
    /npm cannot be run .*install Node with npm/,
  );
  const other = await freshMachine();
  writeFileSync(join(other.root, "packages/.outrider-platform"), "plan9-mips");
  expect(existsSync(join(root, "node_modules/hono/package.json"))).toBe(true);
  const program = other.run("src/server/main.ts");
  expect((await once(program, "exit"))[0]).toBe(1);
});

it("is named by a signed statement of what it was made of", async () => {
  const { d: _, ...verifier } = key;
  const text = readFileSync(join(out, `outrider-${pkg.version}.intoto.jws`), "utf8");
  const { payload } = await compactVerify(text, await importJWK(verifier, "EdDSA"));
  const statement: unknown = JSON.parse(new TextDecoder().decode(payload));
  const hash = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");
  expect(statement).toMatchObject({
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ name: `outrider-${pkg.version}.tgz`, digest: { sha256: hash(archive()) } }],
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        resolvedDependencies: [
          { digest: { gitCommit: "0123456789abcdef0123456789abcdef01234567" } },
          {},
        ],
      },
      runDetails: {
        byproducts: [{ digest: { sha256: hash(join(out, `outrider-${pkg.version}.cdx.json`)) } }],
      },
    },
  });
});

it("is taken by the updater of the first release, with its own packages and with those that are there", async () => {
  const site = await updatedInstall();
  ends.push(() => site.remove());
  const { install } = site;
  const updater = "src/server/update/packages.ts";
  writeFileSync(
    join(install.root, updater),
    execFileSync("git", ["show", `${FIRST_RELEASE}:${updater}`]),
  );
  await site.running().stop();
  await site.restart();
  const otherPackages = (root: string): void => {
    const file = join(root, "package-lock.json");
    const lock = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, object> };
    const own = Object.assign({}, lock.packages[""], { keywords: ["email"] });
    writeFileSync(file, JSON.stringify({ ...lock, packages: { ...lock.packages, "": own } }));
  };
  await install.publish("90.0.0", otherPackages, { withPackages: true });
  expect(await site.update()).toMatchObject({ state: "succeeded" });
  expect(await site.version()).toBe("90.0.0");
  await install.publish("90.0.1", undefined, { withPackages: true });
  expect(await site.update()).toMatchObject({ state: "succeeded" });
  expect(await site.version()).toBe("90.0.1");
  expect(await site.leads()).toBe(2);
});

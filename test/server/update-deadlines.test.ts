import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { create, extract } from "tar";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { prepareUpdate } from "#server/update/perform-update.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";

const ends: (() => unknown)[] = [];
// Vite has another use for this name.
beforeEach(() => void vi.stubEnv("BASE_URL", undefined));
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const end of ends.splice(0).toReversed()) await end();
});

const VERSION = "9.0.0";
const PATIENT = { download: 10, backup: 10, install: 10, rehearse: 10 } as const;
/** Longer than a program needs to start on most machines, and much shorter than it hangs. */
const SHORT = 0.05;

/** A stopped install, and a release whose program hangs at the step, or whose address never answers. */
async function world(hangsAt: keyof typeof PATIENT) {
  const directory = temporaryDirectory();
  const { path } = directory;
  ends.push(() => directory.remove());
  const archive = join(import.meta.dirname, "../support/installs/0.1.0.tar.gz");
  await extract({ file: archive, cwd: path });
  const root = join(path, "release");
  const started = join(path, "started");
  for (const part of ["src", "node_modules"]) mkdirSync(join(root, part), { recursive: true });
  writeFileSync(join(root, "package.json"), JSON.stringify({ version: VERSION }));
  writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages: { "": {} } }));
  writeFileSync(join(root, "node_modules/kept"), "");
  const isItsTurn = `process.argv[2] ${hangsAt === "install" ? "===" : "!=="} "--eval"`;
  writeFileSync(
    join(root, "src/toolchain.mjs"),
    `import { writeFileSync } from "node:fs";
    if (${isItsTurn}) {
      writeFileSync(${JSON.stringify(started)}, String(process.pid));
      setInterval(() => undefined, 1_000);
    }`,
  );
  const file = join(path, "release.tgz");
  await create({ file, cwd: root, gzip: true }, ["."]);
  const bytes = readFileSync(file);
  const server = createServer((_, response) => {
    if (hangsAt !== "download") response.end(bytes);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server on TCP has a port.
  const { port } = server.address() as AddressInfo;
  const release = {
    version: VERSION,
    published_at: "2026-01-01T00:00:00Z",
    notes: "",
    artefact: {
      url: `http://127.0.0.1:${port}/`,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      bytes: bytes.length,
    },
  };
  return { dataDir: join(path, "data"), release, started };
}

it.each([
  ["download", "The download failed", 0.005],
  // Nothing that a program of its own makes is made in 30 ms.
  ["backup", "The backup failed", 0.0005],
  ["install", "Installing packages failed", SHORT],
  ["rehearse", "The new version failed on a copy of the database", SHORT],
] as const)(
  "a step of an update that hangs is ended at its time: %s",
  async (step, words, limit) => {
    const { dataDir, release, started } = await world(step);
    const steps: string[] = [];
    const update = prepareUpdate(release, {
      dataDir,
      signal: new AbortController().signal,
      progress: async (at) => void steps.push(at.step),
      minutes: { ...PATIENT, [step]: limit },
    });
    await expect(update).rejects.toThrow(`${words}: it took longer than ${limit} minutes.`);
    expect(steps.at(-1)).toBe(step);
    // Nothing of the release stays, neither its files nor its process, if there was one yet.
    expect(existsSync(join(dataDir, "releases", VERSION))).toBe(false);
    if (existsSync(started)) {
      const pid = Number(readFileSync(started, "utf8"));
      await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
    }
  },
);

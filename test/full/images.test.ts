import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { afterEach, expect, it } from "vitest";
import { execForm, parseDockerfile, type Stage } from "#test/support/dockerfile.ts";
import { freePort } from "#test/support/free-port.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const PATH = `${dirname(process.execPath)}:${process.env["PATH"]}`;

/** Runs the steps of every stage in a clean directory each; answers the last stage's `/app` and environment. */
function build(file: string): { app: string; env: Record<string, string>; last: Stage } {
  const yard = temporaryDirectory();
  ends.push(() => yard.remove());
  const stages = parseDockerfile(readFileSync(file, "utf8"));
  const roots = new Map<string, string>();
  let app = "";
  let env: Record<string, string> = {};
  for (const [i, stage] of stages.entries()) {
    const root = join(yard.path, String(i));
    if (stage.name !== null) roots.set(stage.name, root);
    env = { PATH, HOME: yard.path };
    for (const { name, text } of stage.steps) {
      if (name === "WORKDIR") mkdirSync((app = join(root, text)), { recursive: true });
      if (name === "ENV") {
        for (const pair of text.split(" ")) {
          const [key = "", value = ""] = pair.split("=");
          env[key] = value.replace(/^\/app/, app);
        }
      }
      if (name === "COPY") copy(text.split(" "), roots, app);
      if (name === "RUN") {
        // How this machine reaches the registry is no part of an image.
        const where = { ...process.env, ...env, HOME: process.env["HOME"], NODE_COMPILE_CACHE: "" };
        execFileSync("sh", ["-ec", text], { cwd: app, env: where });
      }
    }
  }
  const last = stages.at(-1);
  if (!last) throw new Error("no stage");
  return { app, env, last };
}

function copy(words: readonly string[], roots: ReadonlyMap<string, string>, app: string): void {
  const [first = ""] = words;
  const from = /^--from=(\w+)$/.exec(first)?.[1];
  const paths = from === undefined ? words : words.slice(1);
  const target = resolve(app, paths.at(-1) ?? "");
  for (const path of paths.slice(0, -1)) {
    const source = from === undefined ? path : join(roots.get(from) ?? "", path);
    // Several files go into a directory, one directory becomes the target.
    const to = paths.at(-1) === "./" ? join(target, basename(path)) : target;
    cpSync(source, to, { recursive: true });
  }
}

const commandOf = (stage: Stage, name: "CMD" | "HEALTHCHECK"): readonly string[] => {
  const text = stage.steps.find((step) => step.name === name)?.text ?? "";
  return execForm(/\[.*\]$/.exec(text)?.[0] ?? "");
};

/** Starts what the image starts, and waits until its own health check is content. */
async function expectHealthy(image: ReturnType<typeof build>, env: Record<string, string>) {
  const whole = { ...image.env, HOST: "127.0.0.1", NODE_COMPILE_CACHE: "", ...env };
  const [command = "", ...args] = commandOf(image.last, "CMD");
  const child: ChildProcess = spawn(command, args, {
    cwd: image.app,
    env: whole,
    stdio: "inherit",
  });
  ends.push(async () => {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  });
  const [check = "", ...words] = commandOf(image.last, "HEALTHCHECK");
  await expect
    .poll(async () => {
      const asked = spawn(check, words, { cwd: image.app, env: whole });
      return (await once(asked, "exit"))[0];
    })
    .toBe(0);
}

it("the companion's image builds from nothing and becomes healthy", async () => {
  const image = build("src/companion/Dockerfile");
  await expectHealthy(image, {
    COMPANION_PORT: String(await freePort()),
    COMPANION_SECRET: "a secret of this test, long enough",
    APP_URL: "http://127.0.0.1:9",
  });
});

it("the image for one machine builds from nothing, becomes healthy and shows dashboard and guides", async () => {
  const image = build("src/deploy/Dockerfile");
  const port = String(await freePort());
  await expectHealthy(image, { PORT: port });
  // They are read while the API answers already; the image has nothing to build them with.
  const page = async (path: string): Promise<string> =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: "text/html" } })).text();
  await expect.poll(() => page("/")).toContain("<div id=");
  expect(await page("/docs/changes")).toContain("<h1");
});

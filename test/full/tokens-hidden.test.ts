import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type NodeHost, startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";
import { type OauthLab, startOauthLab } from "#test/support/oauth/lab.ts";
import { wordsInMemory } from "#test/support/process-memory.ts";

/*
 * Where the secrets of consents lie once a mailbox of each provider is connected, tested and
 * watched: refresh tokens and secrets of clients in no file in clear, no log line, no answer, and
 * never in the companion, which has access tokens alone.
 */

const PEOPLE = { google: "ann@gmail.test", microsoft: "ben@outlook.test" } as const;

let lab: OauthLab;
let host: NodeHost;
let cookie = "";
const own = temporaryDirectory();
const dataDir = join(own.path, "data");
const answers: string[] = [];

beforeAll(async () => {
  lab = await startOauthLab({ people: PEOPLE });
  host = await startNodeHost({
    dataDir,
    env: { ...lab.environment, TICK_SECONDS: "0.5", LOG_LEVEL: "debug" },
  });
  lab.welcome(host.url);
  const ann = { name: "Ann", email: "ann@agency.test", password: "correct horse battery" };
  const signedUp = await ask("POST", "/auth/register", ann);
  cookie = (signedUp.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  for (const provider of ["google", "microsoft"] as const) await connect(provider);
  answers.push(await (await ask("GET", "/admin/oauth-clients")).text());
  answers.push(await (await ask("GET", "/admin/audit")).text());
});
afterAll(async () => {
  await host.stop();
  await lab.stop();
  own.remove();
});

const ask = (method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${host.url}/api/v1${path}`, {
    method,
    redirect: "manual",
    headers: { cookie, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });

/** By consent, as a person would; done once its server was read, too. */
async function connect(provider: "google" | "microsoft"): Promise<void> {
  const begun = await (await ask("POST", "/workspaces/1/mailboxes/connect", { provider })).json();
  const { authorize_url } = begun as { authorize_url: string };
  const back = lab[provider].consent(authorize_url, { as: PEOPLE[provider] });
  const came = await ask("GET", back.slice(`${host.url}/api/v1`.length));
  const id = Number(/\/mailboxes\/(\d+)$/.exec(came.headers.get("location") ?? "")?.[1]);
  const path = `/workspaces/1/mailboxes/${id}`;
  await vi.waitFor(
    async () => expect(await (await ask("GET", path)).json()).toMatchObject({ status: "active" }),
    { timeout: 60_000 },
  );
  const test = await ask("POST", `${path}/test`, {});
  expect(test.status).toBe(200);
  answers.push(await test.text(), await (await ask("GET", path)).text());
}

/** Every refresh token that was given, and the install's secrets at the providers. */
const hidden = (): string[] =>
  (["google", "microsoft"] as const).flatMap((provider) => [
    ...lab[provider].refreshTokens(),
    lab[provider].client.secret,
  ]);

function filesUnder(folder: string): { name: string; bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({ name, bytes: readFileSync(join(parentPath, name)) }));
}

describe("refresh tokens and secrets of clients", () => {
  it("are never in the companion, which holds access tokens", () => {
    expect(hidden().length).toBeGreaterThanOrEqual(4);
    const children = readFileSync(`/proc/${host.pid}/task/${host.pid}/children`, "utf8");
    const [companion] = children.trim().split(" ").map(Number);
    const given = (["google", "microsoft"] as const).flatMap((one) => lab[one].accessTokens());
    const found = wordsInMemory(companion ?? 0, [...hidden(), ...given]);
    // What it holds is found, or the search proves nothing.
    expect(given.filter((token) => found.has(token)).length).toBeGreaterThan(0);
    expect(hidden().filter((secret) => found.has(secret))).toEqual([]);
  });

  it("are in no file in clear, and in no backup", () => {
    const backup = spawnSync(process.execPath, ["src/server/backup/main.ts"], {
      env: { PATH: process.env["PATH"], DATA_DIR: dataDir },
      encoding: "utf8",
    });
    expect(backup.status, backup.stderr).toBe(0);
    const files = filesUnder(dataDir);
    const told = (word: string) => files.filter(({ bytes }) => bytes.includes(word));
    // The database of the install and its backup.
    expect(told(PEOPLE.google).length).toBeGreaterThan(1);
    for (const secret of hidden()) expect(told(secret).map(({ name }) => name)).toEqual([]);
  });

  it("are in no log line and no answer", () => {
    const said = [...host.lines, ...answers].join("\n");
    expect(said).toContain(PEOPLE.microsoft);
    for (const secret of hidden()) expect(said.includes(secret)).toBe(false);
  });
});

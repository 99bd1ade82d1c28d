import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "#test/support/free-port.ts";
import { startNodeHost } from "#test/support/node-host.ts";
import { health, newDataDir, start } from "./a-host.ts";

const ann = { name: "Ann", email: "ann@example.com", password: "correct horse battery" };
const post = (url: string, body: unknown) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("the start on one machine", () => {
  it("is healthy with both processes, and a second start keeps data, sessions and secrets", async () => {
    const dataDir = newDataDir();
    const first = await start({ dataDir });
    expect(await health(first.url)).toMatchObject({
      status: "ok",
      checks: { database: "ok", companion: "ok", tick: "ok" },
    });
    expect(statSync(join(dataDir, "secrets.env")).mode & 0o777).toBe(0o600);
    const modes = () =>
      readdirSync(dataDir, { withFileTypes: true }).map((entry) => [
        entry.name,
        statSync(join(dataDir, entry.name)).mode & 0o777,
      ]);
    const closed = () => modes().map(([name]) => [name, 0o600]);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(modes()).toEqual(closed());
    const registered = await post(`${first.url}/api/v1/auth/register`, ann);
    expect(registered.status).toBe(201);
    const cookie = registered.headers.get("set-cookie")?.split(";")[0] ?? "";
    await first.stop();
    expect(await first.ended).toBe(0);

    // As a former version, or a copy, left them.
    chmodSync(dataDir, 0o755);
    chmodSync(join(dataDir, "outrider.db"), 0o644);
    const second = await start({ dataDir });
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(modes()).toEqual(closed());
    const me = await fetch(`${second.url}/api/v1/auth/me`, { headers: { cookie } });
    expect([me.status, await me.json()]).toMatchObject([200, { user: { email: ann.email } }]);
  });

  it("names each wrong setting, never its value, and makes nothing", async () => {
    const dataDir = newDataDir();
    const env = { TICK_SECONDS: "often", AUTH_SECRET: "hunter2", TRUSTED_PROXIES: "nowhere" };
    const failure = await startNodeHost({ dataDir, env }).catch(String);
    expect(failure).toMatch(/outrider: TICK_SECONDS: .*\noutrider: AUTH_SECRET: |AUTH_SECRET: /);
    expect(failure).toContain("TICK_SECONDS");
    expect(failure).not.toMatch(/hunter2|often/);
    const proxies = await startNodeHost({ dataDir, env: { TRUSTED_PROXIES: "nowhere" } }).catch(
      String,
    );
    expect(proxies).toContain("outrider: TRUSTED_PROXIES: write addresses or CIDR blocks");
    expect(existsSync(dataDir)).toBe(false);
  });

  it("names a server of DATABASE_URL that is away or refuses, and what to check", async () => {
    const refuses = createServer((_, response) => response.writeHead(401).end()).listen(0);
    const { port } = refuses.address() as AddressInfo;
    try {
      for (const [url, why] of [
        [`http://127.0.0.1:${await freePort()}`, "ECONNREFUSED"],
        [`http://127.0.0.1:${port}`, "401"],
      ] as const) {
        const failure = await startNodeHost({
          dataDir: newDataDir(),
          env: { DATABASE_URL: url },
        }).catch(String);
        expect(failure).toMatch(
          new RegExp(`outrider: The server of DATABASE_URL cannot be used \\(.*${why}.*check that`),
        );
        expect(failure).not.toContain("node:internal");
      }
    } finally {
      refuses.close();
    }
  });

  it("refuses data whose secrets are gone", async () => {
    const dataDir = newDataDir();
    await (await start({ dataDir })).stop();
    writeFileSync(join(dataDir, "secrets.env"), "");
    await expect(startNodeHost({ dataDir })).rejects.toThrow(/VAULT_KEYS.*cannot be found/);
  });
});

describe("while it runs", () => {
  it("a second start on the same data is refused and disturbs nothing", async () => {
    const dataDir = newDataDir();
    const host = await start({ dataDir });
    await expect(startNodeHost({ dataDir })).rejects.toThrow(
      new RegExp(`outrider: Outrider already runs on .*process ${host.pid}, ${host.url}`),
    );
    expect(await health(host.url)).toMatchObject({ status: "ok" });
  });
});

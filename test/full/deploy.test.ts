import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { TABLE_FILES } from "#data/tables.ts";
import { OWN_FILES } from "#platform/http/own-files.ts";
import { cloudflare } from "#server/deploy/cloudflare.ts";
import { completeConfig } from "#server/deploy/config.ts";
import { deploy } from "#server/deploy/deploy.ts";
import { fakeCloudflare } from "#test/support/cloudflare-api.ts";
import { startHranaServer } from "#test/support/hrana-server.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";

const ends: (() => unknown)[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const end of ends.splice(0).toReversed()) end();
});

function temporary(): string {
  const directory = temporaryDirectory();
  ends.push(() => directory.remove());
  return directory.path;
}

/** An empty account, and `npm run deploy` against it. */
async function account() {
  const api = await fakeCloudflare();
  const kept = temporaryDirectory();
  ends.push(
    () => api.close(),
    () => kept.remove(),
  );
  vi.stubEnv("CLOUDFLARE_API_BASE_URL", api.url);
  vi.stubEnv("CLOUDFLARE_API_TOKEN", api.token);
  vi.stubEnv("CLOUDFLARE_ACCOUNT_ID", api.account);
  type Named = Readonly<Record<string, string>>;
  const run = async (token = api.token, secrets: Named = {}, vars: Named = {}) => {
    const lines: string[] = [];
    const plan = {
      name: "outrider",
      baseUrl: api.url,
      companion: null,
      vars: { REGISTRATION: "closed", ...vars },
      secrets: { SYSTEM_MAIL_URL: "smtp://notices.example", ...secrets },
      secretsDir: kept.path,
      smokeEveryMs: 10,
    };
    const url = await deploy(cloudflare(api.url, api.account, token), plan, (line) =>
      lines.push(line),
    );
    return { url, lines };
  };
  return { api, run, secretsFile: join(kept.path, "hosted.env") };
}

describe("npm run deploy", () => {
  it("-- --dry-run bundles the Worker and tells what would be made, without an account", () => {
    const out = execFileSync(process.execPath, ["src/server/deploy/main.ts", "--dry-run"], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: temporary(), METRICS_TOKEN: "a-token-of-a-scraper" },
    });
    expect(out).toMatch(
      /database +outrider\n.*outrider-dead\n.*METRICS_TOKEN.*worker +\d+\.\d MB/s,
    );
    expect(out).not.toContain("a-token-of-a-scraper");
  });

  it("makes everything in an empty account, and finds it again the next time", async () => {
    const { api, run, secretsFile } = await account();
    const first = await run();
    expect(first.url).toBe(api.url);
    expect(first.lines.join("\n")).toMatch(
      /database +outrider \(created\)\n.*outrider-dead \(created\)\nsecrets .*VAULT_KEYS.*\nmigrations applied\ndeployed\nhealthy +ok$/s,
    );
    expect([...api.queues.keys()]).toEqual([
      "outrider-critical",
      "outrider-default",
      "outrider-low",
      "outrider-dead",
    ]);
    expect(api.rows("SELECT count(*) AS n FROM users")).toEqual([{ n: 0 }]);
    expect(api.crons).toEqual(["* * * * *"]);
    expect([...api.consumers.keys()].sort()).toEqual([...api.queues.keys()].sort());
    expect(api.consumers.get("outrider-default")).toMatchObject({
      dead_letter_queue: "outrider-dead",
      settings: { batch_size: 1, max_retries: 10 },
    });
    expect(api.assets).toEqual(
      expect.arrayContaining([
        "/index.html",
        ...TABLE_FILES.map((file) => `${OWN_FILES}/${file}`),
        `${OWN_FILES}/openapi.json`,
      ]),
    );
    const bound = (api.worker()?.bindings ?? []).map(({ type, name }) => `${type} ${name}`);
    expect(bound).toEqual(
      expect.arrayContaining([
        "d1 DB",
        "durable_object_namespace JOURNAL",
        "durable_object_namespace WORKSPACES",
        "queue CRITICAL",
        "queue DEFAULT",
        "queue LOW",
        "plain_text BASE_URL",
        "plain_text REGISTRATION",
        "secret_text AUTH_SECRET",
        "secret_text VAULT_KEYS",
        "secret_text SYSTEM_MAIL_URL",
      ]),
    );
    expect(statSync(secretsFile).mode & 0o777).toBe(0o600);
    const secrets = readFileSync(secretsFile, "utf8");

    // From now on over a libSQL server, which is brought up to the sources as well.
    const server = await startHranaServer(join(temporary(), "server.db"));
    ends.push(() => server.close());
    const database = { DATABASE_URL: server.url, DATABASE_AUTH_TOKEN: server.token };
    const second = await run(api.token, database);
    const fresh = readdirSync("drizzle").filter((name) => name.endsWith(".sql")).length;
    expect(second.lines).toContain(`migrations ${fresh} new on the server of DATABASE_URL`);
    expect(server.rows("SELECT count(*) AS n FROM users")).toEqual([{ n: 0 }]);
    expect(second.lines.join("\n")).toMatch(/database +outrider \(found\)/);
    expect(second.lines.filter((line) => line.includes("created"))).toEqual([]);
    const put = (api.worker()?.bindings ?? []).filter(({ type }) => type === "secret_text");
    expect(put.map(({ name }) => name).toSorted()).toEqual(
      ["SYSTEM_MAIL_URL", ...Object.keys(database)].toSorted(),
    );
    expect(readFileSync(secretsFile, "utf8")).toBe(secrets);

    await expect(run(api.token, {}, { DATABASES: "per_workspace" })).rejects.toThrow(
      "outrider was deployed with DATABASES=one, and its rows lie as that says: it cannot be per_workspace.",
    );
  });

  it("tells the platform's refusal in its own words, having made nothing", async () => {
    const { api, run } = await account();
    await expect(run("another token")).rejects.toThrow(
      "Cloudflare refuses GET /d1/database: Authentication error (10000)",
    );
    expect(api.calls).toEqual(["GET /d1/database"]);
  });
});

/** The classes of a Worker that got its container after, or before, the classes named. */
const AFTER_WORKSPACES =
  "journal-1 JournalObject, workspaces-1 WorkspaceObject, workspaces-2 CompanionContainer";
const BEFORE_WORKSPACES =
  "journal-1 JournalObject, journal-2 CompanionContainer, journal-3 WorkspaceObject";
const BEFORE_JOURNAL =
  "companion-1 CompanionContainer, companion-2 JournalObject, companion-3 WorkspaceObject";

describe("the completed wrangler.toml", () => {
  it("is one that wrangler takes, container, classes and all", () => {
    // Beside wrangler.toml, since its paths are relative.
    const file = "wrangler.container.toml";
    ends.push(() => rmSync(file, { force: true }));
    const given = {
      name: "mail",
      databaseId: crypto.randomUUID(),
      baseUrl: "https://mail.example",
    };
    const toml = readFileSync("wrangler.toml", "utf8");
    writeFileSync(
      file,
      completeConfig(toml, { ...given, companion: "container", migrationTag: null, vars: {} }),
    );
    const wrangler = ["node_modules/wrangler/bin/wrangler.js", "deploy", "--config", file];
    // Without an account, and without what would build the image.
    const dry = ["--dry-run", "--containers-rollout=none", "--outdir", temporary()];
    const env = { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" };
    const said = execFileSync(process.execPath, [...wrangler, ...dry], { env, encoding: "utf8" });
    expect(said).toMatch(/env\.COMPANION \(CompanionContainer\)/);
    expect(said).toMatch(/env\.JOURNAL \(JournalObject\)/);
    expect(said).toMatch(/env\.WORKSPACES \(WorkspaceObject\)/);
    expect(said).toContain("--dry-run: exiting now.");
  });

  it("binds the companion's container where it is asked for", () => {
    const toml = completeConfig(readFileSync("wrangler.toml", "utf8"), {
      name: "mail",
      databaseId: "11111111-2222-4333-8444-555555555555",
      baseUrl: "https://mail.example",
      companion: "container",
      migrationTag: null,
      vars: {},
    });
    expect(toml).toContain('queue = "mail-critical"');
    expect(toml).not.toMatch(/"outrider-|00000000-0000/);
    expect(toml).toMatch(/\[\[containers\]\]\nclass_name = "CompanionContainer"/);
    expect(toml).toContain('name = "COMPANION"');
    expect(toml).toMatch(/\[vars\]\nBASE_URL = "https:\/\/mail.example"\n\n/);
  });

  // The first two are what is deployed first, and what a deployment without a container leaves.
  it.each([
    [null, null, "journal-1 JournalObject, workspaces-1 WorkspaceObject"],
    [null, "journal-1", "journal-1 JournalObject, workspaces-1 WorkspaceObject"],
    ["container", null, AFTER_WORKSPACES],
    ["container", "journal-1", AFTER_WORKSPACES],
    ["container", "workspaces-1", AFTER_WORKSPACES],
    ["container", "workspaces-2", AFTER_WORKSPACES],
    [null, "workspaces-2", AFTER_WORKSPACES],
    ["container", "journal-2", BEFORE_WORKSPACES],
    [null, "journal-2", BEFORE_WORKSPACES],
    [null, "journal-3", BEFORE_WORKSPACES],
    ["container", "companion-1", BEFORE_JOURNAL],
    [null, "companion-2", BEFORE_JOURNAL],
    [null, "companion-3", BEFORE_JOURNAL],
  ])("with companion %s after %s it has the classes %s", (companion, migrationTag, expected) => {
    const toml = completeConfig(readFileSync("wrangler.toml", "utf8"), {
      name: "mail",
      databaseId: "11111111-2222-4333-8444-555555555555",
      baseUrl: "https://mail.example",
      companion,
      migrationTag,
      vars: {},
    });
    const found = [...toml.matchAll(/tag = "(.*)"\nnew_sqlite_classes = \["(.*)"\]/g)];
    expect(found.map(([, tag, name]) => `${tag} ${name}`).join(", ")).toBe(expected);
  });
});

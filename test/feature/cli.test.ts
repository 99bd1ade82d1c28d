import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runLine } from "#cli/run.ts";
import type { Harness } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { closeResolvers, validating } from "#test/support/validating.ts";

let t: Harness;
let server: ReturnType<typeof createAdaptorServer>;
let url: string;
let key: string;
let campaignId: number;
const directory = mkdtempSync(join(tmpdir(), "outrider-cli-"));

beforeAll(async () => {
  const world = await validating({ "acme.test": { mx: [[10, "mx.acme.test"]] } });
  ({ t } = world);
  const { wid } = world;
  const made = await t.post(`/api/v1/workspaces/${wid}/api-keys`, { name: "shell" });
  ({ key } = made.json);
  ({ campaignId } = await seedOutreach(t, wid, { leads: ["ann@acme.test"] }));
  server = createAdaptorServer({ fetch: (request: Request) => t.app.request(request) });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server on TCP has a port.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await closeResolvers();
  rmSync(directory, { recursive: true, force: true });
});

/** Runs a command line as a person who answers `answers` and has signed in, unless `env` says otherwise. */
async function outrider(
  words: readonly string[],
  { env, answers = [] }: { env?: Record<string, string>; answers?: string[] } = {},
) {
  let [out, err] = ["", ""];
  const code = await runLine(words, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    isInteractive: false,
    env: { XDG_CONFIG_HOME: directory, ...(env ?? { OUTRIDER_URL: url, OUTRIDER_KEY: key }) },
    ask: async () => answers.shift() ?? null,
    signal: new AbortController().signal,
  });
  return { code, out, err };
}

describe("outrider", () => {
  it("keeps the key of a login for its user alone, and forgets it", async () => {
    const signedOut = await outrider(["campaigns", "list"], { env: {} });
    expect([signedOut.code, signedOut.err]).toEqual([3, expect.stringContaining("outrider login")]);
    expect((await outrider(["login", url], { env: {}, answers: ["svc_live_wrong"] })).code).toBe(3);
    const page = `${url}/w/1/settings`;
    expect(await outrider(["login", page], { env: {}, answers: [key] })).toMatchObject({ code: 0 });
    const file = join(directory, "outrider/cli.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ url, key, workspace: 1 });
    const who = await outrider(["whoami"], { env: {} });
    expect([who.code, who.out]).toEqual([0, expect.stringContaining("key shell (employee)")]);
    expect(who.out + who.err).not.toContain(key);
    expect((await outrider(["logout"], { env: {} })).code).toBe(0);
    expect((await outrider(["whoami"], { env: {} })).code).toBe(3);
  });

  it("imports a file: what became of its rows, and why some are missing", async () => {
    const file = join(directory, "leads.csv");
    writeFileSync(file, "email,first_name\nbob@acme.test,Bob\nnobody,X\n");
    const dry = await outrider(["leads", "import", file, "--list", "Shell", "--dry-run", "--json"]);
    expect([dry.code, JSON.parse(dry.out)]).toMatchObject([0, { created: 1, list_id: null }]);
    const done = await outrider(["leads", "import", file, "--list", "Shell"]);
    expect(done.code).toBe(0);
    expect(done.out).toMatch(/ROWS +NEW .*\n +2 +1 +0 +0 +1 +0\n/);
    expect(done.err).toMatch(/\n +3 +nobody +/);
    const missing = await outrider(["leads", "import", join(directory, "none.csv")]);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("cannot be read")]);
  });

  it("validates a file and writes it with its results", async () => {
    const file = join(directory, "list.csv");
    writeFileSync(file, "E-Mail\nbob@acme.test\nnot-an-address\n");
    const output = join(directory, "checked.csv");
    const working = setInterval(() => void t.drain().catch(() => undefined), 50);
    const done = await outrider(["validate", file, "--output", output, "--json"]);
    clearInterval(working);
    expect([done.code, JSON.parse(done.out)]).toMatchObject([0, { status: "completed", total: 2 }]);
    expect(readFileSync(output, "utf8")).toMatch(/bob@acme\.test,(?:valid|risky|invalid),/);
  });

  it("lists campaigns, explains a lead, and pauses and starts", async () => {
    const list = await outrider(["campaigns", "list", "--status", "active"]);
    expect(list.out).toMatch(new RegExp(`\\n +${campaignId} +Spring +active +`));
    const why = await outrider(["campaigns", "explain", String(campaignId), "Ann@acme.test"]);
    expect([why.code, why.out]).toEqual([0, expect.stringMatching(/^\S.+\.\n/)]);
    expect((await outrider(["campaigns", "explain", String(campaignId), "x@y.test"])).code).toBe(4);
    const paused = await outrider(["campaigns", "pause", String(campaignId), "--json"]);
    expect(JSON.parse(paused.out)).toMatchObject({ id: campaignId, status: "paused" });
    const started = await outrider(["campaigns", "start", String(campaignId)]);
    expect([started.code, started.out]).toEqual([0, expect.stringContaining("Spring: active")]);
    expect((await outrider(["campaigns", "start", "4711"])).code).toBe(4);
    expect((await outrider(["campaigns", "start", "Spring"])).code).toBe(2);
  });

  it("follows events from one on, of a type, without one twice", async () => {
    const all = await outrider(["tail", "--after", "0", "--once", "--json"]);
    const seen = all.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(seen.map(({ type }) => type)).toEqual(expect.arrayContaining(["campaign.paused"]));
    expect(seen.map(({ id }) => id)).toEqual(seen.map(({ id }) => id).toSorted((a, b) => a - b));
    const last = String(seen.at(-1).id);
    expect((await outrider(["tail", "--after", last, "--once"])).out).toBe("");
    const some = await outrider(["tail", "--after", "0", "--once", "--type", "campaign.paused"]);
    expect(some.out).toMatch(/^\S+Z {2}campaign\.paused +Spring/);
    expect((await outrider(["tail", "--type", "nothing", "--once"])).code).toBe(1);
  });

  it("names what is wrong on the command line, and an installation that does not answer", async () => {
    expect((await outrider([])).out).toContain("outrider COMMAND");
    expect((await outrider(["campaigns", "fly"])).code).toBe(2);
    expect((await outrider(["validate"])).err).toContain("Usage: outrider validate FILE");
    expect((await outrider(["tail", "--colour"])).code).toBe(2);
    expect((await outrider(["tail", "--help"])).out).toContain("--type VALUE");
    const away = { OUTRIDER_URL: "http://127.0.0.1:1", OUTRIDER_KEY: key, OUTRIDER_WORKSPACE: "1" };
    const asked = await outrider(["campaigns", "list"], { env: away });
    expect([asked.code, asked.err]).toEqual([5, expect.stringContaining("does not answer")]);
  });

  it("completes in bash, zsh and fish", async () => {
    for (const shell of ["bash", "zsh", "fish"]) {
      const { code, out } = await outrider(["completion", shell]);
      expect([shell, code, out]).toEqual([shell, 0, expect.stringContaining("campaigns")]);
    }
    const { out } = await outrider(["completion", "bash"]);
    const asks = `${out}\nCOMP_WORDS=(outrider campaigns st); COMP_CWORD=2; _outrider; echo "\${COMPREPLY[@]}"`;
    expect(execFileSync("bash", ["-c", asks], { encoding: "utf8" }).trim()).toBe("start");
    expect((await outrider(["completion", "tcsh"])).code).toBe(2);
  });
});

describe("GET /events", () => {
  it("200: newest first by pages; 400 for a cursor that is none", async () => {
    const path = "/api/v1/workspaces/1/events";
    const { json } = await t.get(`${path}?limit=1`);
    expect(json.data).toHaveLength(1);
    const next = await t.get(`${path}?limit=1&cursor=${json.pagination.next_cursor}`);
    expect(next.json.data[0].id).toBeLessThan(json.data[0].id);
    expect((await t.get(`${path}?cursor=x`)).status).toBe(400);
  });
});

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { unixMs } from "#platform/rules/ids.ts";
import { signedHeaders } from "#modules/events/rules/sign.ts";
import { DOCS_PAGES, docsPath } from "#server/docs/pages.ts";
import { startDohServer } from "#test/support/doh-server.ts";
import { codeOf, examplesOf, runApiGuide, runExamples } from "#test/support/guide.ts";
import { type MailWorld, startSandbox } from "#test/support/mail/sandbox.ts";
import { needs } from "#test/support/needs.ts";
import { freePort } from "#test/support/free-port.ts";
import { type NodeHost, startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";

const run = promisify(execFile);
const SENDER = { email: "ann@try-example.com", name: "Ann Miller", password: "app password" };
const API_GUIDE = "src/docs/api.md";

const yard = temporaryDirectory();
const delivered: string[] = [];
const ends: (() => unknown)[] = [() => yard.remove()];
let product: NodeHost;
let mail: MailWorld;

beforeAll(async () => {
  mail = await startSandbox({
    senders: [SENDER],
    refuses: () => false,
    onAccepted: ({ email }) => void delivered.push(email.subject ?? ""),
    onRefused: () => undefined,
  });
  ends.push(() => mail.stop());
  const resolver = await startDohServer({
    "navy.example": { mx: [[10, "mx.navy.example"]] },
    "bletchley.example": { mx: [[10, "mx.bletchley.example"]] },
    "rhodes.example": { mx: [[10, "mx.rhodes.example"]] },
  });
  ends.push(() => resolver.close());
  product = await startNodeHost({
    env: { TICK_SECONDS: "0.25", DOH_URLS: resolver.url, AVATAR_URL: "" },
  });
  ends.push(() => product.stop());
  // The pages are read while the API answers already.
  await vi.waitUntil(async () => (await asPage("/docs")).status === 200, 60_000);
});
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

/** As a browser asks. */
const asPage = (path: string) => fetch(product.url + path, { headers: { accept: "text/html" } });

describe("/docs", () => {
  it("200: serves every guide as a page under the dashboard's policy", async () => {
    for (const page of DOCS_PAGES) {
      const answer = await asPage(docsPath(page));
      expect(answer.status, page.file).toBe(200);
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
      const html = await answer.text();
      expect(html).toContain(`href="${docsPath(page)}" aria-current="page"`);
      expect(html).not.toMatch(/<style|<script>|\son\w+=|\sstyle=/);
    }
  });

  it("307: leads from /docs/ to /docs, as the platform's assets do", async () => {
    const answer = await fetch(`${product.url}/docs/`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([307, "/docs"]);
  });
});

describe("the examples", needs("curl"), () => {
  it("of the API's guide lead from nothing to a sent mail, with the answers that it shows", async () => {
    const { outputs, wrong } = await runApiGuide(product.url, mail.access, yard.path);
    expect(outputs.length).toBeGreaterThan(15);
    expect(wrong).toEqual([]);
    await vi.waitFor(() => expect(delivered.length).toBeGreaterThan(0), 60_000);
    expect(delivered[0]).toMatch(/^A question about (Harbour Works|Hut 8)$/);
    expect(outputs.at(-1)).toContain("Autumn fair");
  });

  it("of the README work for a second person", async () => {
    const directory = join(yard.path, "second");
    mkdirSync(directory);
    cpSync(join(yard.path, "leads.csv"), join(directory, "leads.csv"));
    const outputs = await runExamples(examplesOf("README.md"), directory, (commands) =>
      commands
        .replaceAll("http://127.0.0.1:8787", product.url)
        .replace("ann@example.com", "bea@example.com")
        .replaceAll("/workspaces/1", "/workspaces/2"),
    );
    expect(outputs[0]).toContain('"created":2');
  });
});

/** A key of the first workspace. */
async function makeKey(): Promise<string> {
  const json = { "content-type": "application/json" };
  const login = await fetch(`${product.url}/api/v1/auth/login`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ username: "ann@example.com", password: "correct horse battery" }),
  });
  const cookie = login.headers.get("set-cookie")?.split(";")[0] ?? "";
  const made = await fetch(`${product.url}/api/v1/workspaces/1/api-keys`, {
    method: "POST",
    headers: { ...json, cookie },
    body: JSON.stringify({ name: "client" }),
  });
  // The answer that shows the key.
  return ((await made.json()) as { key: string }).key;
}

describe("the typed client", needs("curl"), () => {
  it("compiles under the strictest options, knows what is wrong, and works as the guide shows", async () => {
    const directory = join(yard.path, "client");
    mkdirSync(directory);
    const file = (name: string, text: string) => writeFileSync(join(directory, name), text);
    file("outrider.ts", await (await fetch(`${product.url}/api/v1/outrider.ts`)).text());
    const [example = ""] = codeOf(API_GUIDE, "ts");
    const key = await makeKey();
    file(
      "example.ts",
      `${example.replace("http://127.0.0.1:8787", product.url).replace("svc_live_...", key)}
import { OutriderError } from "./outrider.ts";
const answer = await outrider("POST /api/v1/workspaces/{wid}/leads/upload", {
  path: { wid: 1 },
  body: { file: new Blob(["email\\nida@rhodes.example\\n"]), list_name: "By client" },
});
console.log(answer.created);
let count = 0;
for await (const lead of pages(outrider, "GET /api/v1/workspaces/{wid}/leads", {
  path: { wid: 1 },
  query: { limit: 1 },
})) count += lead.id > 0 ? 1 : 0;
console.log("leads", count);
const refused: unknown = await outrider("GET /api/v1/workspaces/{wid}/leads/{id}", { path: { wid: 1, id: 999 } }).catch((cause) => cause);
console.log(refused instanceof OutriderError && refused.code);
const keys: (string | null)[] = [];
globalThis.fetch = async (_, init) => {
  keys.push(new Headers(init?.headers).get("Idempotency-Key"));
  if (keys.length === 1) return new Response(null, { status: 503, headers: { "Retry-After": "0" } });
  return Response.json({ code: "outcome_unclear", detail: "Look." }, { status: 409 });
};
const unclear: unknown = await outrider("POST /api/v1/workspaces/{wid}/campaigns", { path: { wid: 1 }, body: { name: "Lost" } }).catch((cause) => cause);
console.log(unclear instanceof OutriderError && unclear.code, keys.length, keys[0] !== null && keys[0] === keys[1]);
// @ts-expect-error -- the path's parameters are missing
void (() => outrider("GET /api/v1/workspaces/{wid}/leads"));
// @ts-expect-error -- there is no such status
void (() => outrider("GET /api/v1/workspaces/{wid}/leads", { path: { wid: 1 }, query: { status: "odd" } }));
`,
    );
    file("package.json", '{ "type": "module" }');
    file(
      "tsconfig.json",
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          target: "es2024",
          lib: ["es2024", "dom", "dom.iterable"],
          types: [],
          module: "nodenext",
          allowImportingTsExtensions: true,
          erasableSyntaxOnly: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          noUnusedLocals: true,
          verbatimModuleSyntax: true,
        },
      }),
    );
    const compiler = resolve("node_modules/typescript/bin/tsc");
    const compiled = await run(process.execPath, [compiler, "-p", directory]).catch(
      ({ stdout }: { stdout: string }) => ({ stdout }),
    );
    expect(compiled.stdout).toBe("");
    const { stdout } = await run(process.execPath, [join(directory, "example.ts")]);
    expect(stdout).toMatch(/^\d+ draft\n/);
    expect(stdout).toMatch(/^1\nleads 4\nnot_found\noutcome_unclear 2 true\n$/m);
  });
});

const RECEIVERS = [
  { file: "receiver.ts", parts: [], start: () => [process.execPath, "receiver.ts"] },
  { file: "receiver.py", parts: ["python3"], start: () => ["python3", "receiver.py"] },
  {
    file: "receiver.php",
    parts: ["php"],
    start: (port: number) => ["php", "-S", `127.0.0.1:${port}`, "receiver.php"],
  },
] as const;

for (const { file, parts, start } of RECEIVERS)
  describe(`the receiver ${file}`, needs(...parts), () => {
    const secret = `whsec_${Buffer.from("a secret of receivers").toString("base64")}`;
    let url = "";
    let printed = "";

    beforeAll(async () => {
      const port = await freePort();
      const directory = join(yard.path, file);
      mkdirSync(directory);
      cpSync(join("src/docs/receivers", file), join(directory, file));
      const [command = "", ...args] = start(port);
      const child = spawn(command, args, {
        cwd: directory,
        stdio: ["ignore", "pipe", "ignore"],
        env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret, HANDLED_DIR: directory },
      });
      child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
      ends.push(async () => {
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
      });
      url = `http://127.0.0.1:${port}/`;
      await vi.waitFor(() => fetch(url), { timeout: 60_000, interval: 50 });
    });

    const body = '{"event":"lead.clicked","workspace_id":"1","timestamp":"","data":{"lead_id":7}}';
    const post = async (
      id: string,
      change: { secret?: string; agoMs?: number; body?: string } = {},
    ) => {
      const at = unixMs(Date.now() - (change.agoMs ?? 0));
      const event = "lead.clicked";
      const signed = { secret: change.secret ?? secret, id, event, attempt: 1, body, at };
      const answer = await fetch(url, {
        method: "POST",
        headers: signedHeaders(signed),
        body: change.body ?? body,
      });
      return answer.status;
    };

    it("takes what the product sends", async () => {
      const headers = {
        "content-type": "application/json",
        authorization: `Bearer ${await makeKey()}`,
      };
      const call = async (path: string, given: unknown): Promise<Record<string, unknown>> => {
        const answer = await fetch(`${product.url}/api/v1/workspaces/1/webhooks${path}`, {
          method: "POST",
          headers,
          body: JSON.stringify(given),
        });
        // Every answer of these routes is an object.
        return (await answer.json()) as Record<string, unknown>;
      };
      const { id } = await call("", { url, secret, events: ["lead.replied"] });
      expect(await call(`/${String(id)}/test`, {})).toMatchObject({ ok: true, status_code: 204 });
      await expect.poll(() => printed).toContain("lead.replied");
    });

    it("204: handles a delivery once, however often it comes", async () => {
      printed = "";
      expect(await post("msg_once")).toBe(204);
      expect(await post("msg_once")).toBe(204);
      expect(await post("msg_other")).toBe(204);
      await expect.poll(() => printed.match(/lead\.clicked/g)).toHaveLength(2);
    });

    it("401: refuses what is forged, changed or recorded long ago", async () => {
      printed = "";
      expect(await post("msg_forged", { secret: "another secret" })).toBe(401);
      expect(await post("msg_changed", { body: body.replace("7", "8") })).toBe(401);
      expect(await post("msg_replayed", { agoMs: 301_000 })).toBe(401);
      expect((await fetch(url, { method: "POST", body })).status).toBe(401);
      expect(printed).toBe("");
    });
  });

it("hides no receiver from the guide", () => {
  const guide = readFileSync("src/docs/webhooks.md", "utf8");
  for (const { file } of RECEIVERS) expect(guide).toContain(`(receivers/${file})`);
});

import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { API } from "#test/support/conform.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";
import { ANSWERING, bodyOf, pathOf, peopleOf, recordsIn } from "#test/support/records.ts";

/** A secret that is found wherever it turns up: letters and digits, so that every encoding but base64 and hex leaves it alone. */
const canary = (name: string): string => `canary${name}${randomBytes(12).toString("hex")}`;

const INSTALL = {
  AUTH_SECRET: canary("auth"),
  TRACKING_SECRET: canary("tracking"),
  COMPANION_SECRET: canary("companion"),
  VAULT_KEYS: `k1:${randomBytes(32).toString("base64url")}`,
  SETUP_TOKEN: canary("setup"),
  METRICS_TOKEN: canary("metrics"),
  SYSTEM_MAIL_URL: `smtp://notices:${canary("smtpurl")}@mail.example.com`,
};

/** Values under these names in a body are secrets. */
const SECRET_FIELDS = /^(?:.*password|secret|.*token|license_key)$/;

type Output = { readonly where: string; readonly text: string };

/** Replaces every secret of a body by a canary of its own, and remembers it. */
function plant(value: unknown, secrets: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => plant(each, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (!SECRET_FIELDS.test(name) || typeof part !== "string")
        return [name, plant(part, secrets)];
      const secret = canary(name.replace(/_/g, ""));
      secrets.set(secret, name);
      return [name, secret];
    }),
  );
}

/** The forms in which a secret could show. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const whole = bytes.length - (bytes.length % 3);
  return [
    secret,
    bytes.toString("hex"),
    bytes.subarray(0, whole).toString("base64"),
    encodeURIComponent(secret),
  ];
}

const operations = Object.entries(API.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([verb, operation]) => ({
    method: verb.toUpperCase(),
    path,
    operation,
  })),
);

/** Every secret in every text that shows it. */
function leaks(secrets: ReadonlyMap<string, string>, outputs: readonly Output[]): string[] {
  const shown: string[] = [];
  for (const [secret, name] of secrets) {
    const forms = formsOf(secret);
    for (const { where, text } of outputs) {
      if (!forms.some((form) => text.includes(form))) continue;
      // The one answer that is there to show it.
      if (name === "totp secret" && /^POST \S+\/factors\/totp 201$/.test(where)) continue;
      if (name === "api key" && /^POST \S+\/api-keys 201$/.test(where)) continue;
      shown.push(`${name} in ${where}`);
    }
  }
  return shown;
}

/** Calls a route as it is meant to be called, and wrongly in every way in which an error could quote. */
async function callAll(
  t: Harness,
  records: Record<string, number>,
  secrets: Map<string, string>,
  outputs: Output[],
) {
  const headers = { "x-setup-token": INSTALL.SETUP_TOKEN };
  // What ends sessions or deletes the records comes last.
  const last = /logout|stop-impersonation|auth\/password$|impersonate/;
  const order = operations.toSorted(
    (a, b) =>
      Number(a.method === "DELETE" || last.test(a.path)) -
      Number(b.method === "DELETE" || last.test(b.path)),
  );
  const { rows } = await t.client.execute("SELECT slug FROM workspaces");
  // A text column.
  const slug = rows[0]?.["slug"] as string;
  for (const { method, path, operation } of order) {
    const url = pathOf(path, records, { token: "x", rest: "x", slug });
    const body = plant(bodyOf(operation, records), secrets);
    const bodies = method === "GET" ? [undefined] : variants(body);
    for (const each of bodies) {
      const answer = await t.request(method, url, each, {
        ...headers,
        ...(typeof each === "string" && { "content-type": "application/json" }),
      });
      outputs.push({ where: `${method} ${url} ${answer.status}`, text: answer.text });
      outputs.push({
        where: `${method} ${url} headers`,
        text: JSON.stringify([...answer.headers].filter(([name]) => name !== "set-cookie")),
      });
      noteMade(answer, secrets);
      if (/logout|password$|impersonat/.test(path)) await signIn(t);
    }
  }
}

/** As meant, with an unknown field, with a field of a wrong kind, and cut in the middle. */
function variants(body: unknown): unknown[] {
  if (typeof body !== "object" || body === null) return [body];
  const text = JSON.stringify(body);
  const wrong = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, [value]]));
  return [text.slice(0, -1), { ...body, extra: body }, wrong, body];
}

/** A key that was just made is a secret from now on; so is every session. */
function noteMade(
  answer: Awaited<ReturnType<Harness["request"]>>,
  secrets: Map<string, string>,
): void {
  const cookie = /auth_token=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1];
  if (cookie !== undefined) secrets.set(cookie, "session");
  if (typeof answer.json?.otpauth_url === "string") {
    secrets.set(answer.json.secret, "totp secret");
  }
  if (typeof answer.json?.key === "string") secrets.set(answer.json.key, "api key");
}

const PASSWORD = "canary-owner-password-of-this-test";

async function signIn(t: Harness): Promise<void> {
  const answer = await t.post(
    "/api/v1/auth/login",
    { username: "ann@example.com", password: PASSWORD },
    { cookie: "" },
  );
  expect(answer.status).toBe(200);
  t.useCookie((answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "");
}

it("shows no secret in any answer, any log line or, unless hashed or sealed, in the database", async () => {
  const sent: string[] = [];
  const t = await harness({
    ...ANSWERING,
    settings: INSTALL,
    egress: {
      ...ANSWERING.egress,
      async post(request) {
        sent.push(JSON.stringify(request));
        return { ok: true, reply: { status: 200, body: "thanks", retryAfter: null } };
      },
    },
  });
  const secrets = new Map<string, string>(
    Object.entries(INSTALL).map(([name, value]) => [
      value.replace(/^k1:|^smtp:\/\/notices:|@mail.example.com$/g, ""),
      name,
    ]),
  );
  secrets.set(PASSWORD, "password");
  const outputs: Output[] = [];
  const owner = await t.post(
    "/api/v1/auth/register",
    { name: "Ann", email: "ann@example.com", password: PASSWORD },
    { "x-setup-token": INSTALL.SETUP_TOKEN },
  );
  outputs.push({ where: "register", text: owner.text });
  noteMade(owner, secrets);
  await signIn(t);
  const records = {
    ...(await recordsIn(t, owner.json.workspace.id)),
    ...(await peopleOf(t)),
    t: 1,
  };
  for (const secret of [
    "smtp-password-of-a-test",
    "imap-password-of-a-test",
    "webhook-secret-of-a-test",
    "file-secret-of-a-test",
  ])
    secrets.set(secret, secret);
  await callAll(t, records, secrets, outputs);
  await t.tick();
  await t.drain();

  // Faults of the database, with secrets among the parameters of the failed statements.
  const silent = vi.spyOn(console, "error").mockImplementation(() => undefined);
  for (const table of ["mailboxes", "webhooks", "api_keys", "sessions", "users"]) {
    await t.client.execute(`ALTER TABLE ${table} RENAME TO lost_${table}`);
    for (const { method, path, operation } of operations.filter(
      ({ method: m }) => m === "POST" || m === "PUT",
    )) {
      const body = plant(bodyOf(operation, records), secrets);
      const url = pathOf(path, records, { token: "x", rest: "x" });
      // The harness refuses the 500 that this is about, and quotes it.
      const fault = await t
        .request(method, url, body, { "x-setup-token": INSTALL.SETUP_TOKEN })
        .then(
          (answer) => answer.text,
          (cause: unknown) => String(cause),
        );
      outputs.push({ where: `${method} ${url} without ${table}`, text: fault });
    }
  }
  silent.mockRestore();
  expect(outputs.some(({ text }) => text.includes('"internal"'))).toBe(true);

  for (const [i, line] of t.lines.entries())
    outputs.push({ where: `log line ${i} ${line.event}`, text: JSON.stringify(line) });
  for (const [i, text] of sent.entries()) outputs.push({ where: `outgoing request ${i}`, text });
  outputs.push(...(await contentsOf(t)));
  expect([...secrets.values()]).toContain("totp secret");
  expect(secrets.size).toBeGreaterThan(60);
  expect(outputs.length).toBeGreaterThan(500);

  expect(leaks(secrets, outputs)).toEqual([]);
});

/** Every row of every table; and, where there is a file, its bytes. */
async function contentsOf(t: Harness): Promise<Output[]> {
  const { rows: tables } = await t.client.execute(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  );
  const outputs: Output[] = [];
  for (const table of tables) {
    // sqlite_master's names are text.
    const name = table["name"] as string;
    const { rows } = await t.client.execute(`SELECT * FROM ${name}`);
    outputs.push({ where: `table ${name}`, text: JSON.stringify(rows.map((row) => ({ ...row }))) });
  }
  if (t.database === "libsql") {
    const own = temporaryDirectory();
    const file = join(own.path, "whole.db");
    await t.client.execute({ sql: "VACUUM INTO ?", args: [file] });
    outputs.push({ where: "the database file", text: readFileSync(file, "latin1") });
    own.remove();
  }
  return outputs;
}

it("would find one, as it is, in base64, in hex and in a URL", () => {
  const secret = canary("x");
  const secrets = new Map([[secret, "a secret"]]);
  const texts = [
    `{"password":"${secret}"}`,
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("hex"),
    `?token=${encodeURIComponent(secret)}`,
  ];
  for (const text of texts) {
    expect(leaks(secrets, [{ where: "here", text }])).toEqual(["a secret in here"]);
  }
  expect(leaks(secrets, [{ where: "here", text: secret.slice(0, -1) }])).toEqual([]);
});

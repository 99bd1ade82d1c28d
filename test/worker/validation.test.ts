import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startAvatarServer } from "#test/support/avatar-server.ts";
import { type DohServer, startDohServer } from "#test/support/doh-server.ts";
import { uploadForm } from "#test/support/upload.ts";
import { workbook } from "#test/support/workbook.ts";
import { MOST_CODE_BYTES } from "#test/support/worker-modules.ts";
import { startWorkerHost, type WorkerHost } from "#test/support/worker-host.ts";

const DOMAINS = 150;
const LEADS = 900;

const open: (() => Promise<unknown>)[] = [];
let resolver: DohServer;
let avatars: Awaited<ReturnType<typeof startAvatarServer>>;
let host: WorkerHost;
beforeAll(async () => {
  const zone = Object.fromEntries(
    Array.from({ length: DOMAINS }, (_, i) => [
      `c${i}.com`,
      { mx: [[1, `mx.c${i}.com`]] as const },
    ]),
  );
  resolver = await startDohServer(
    { ...zone, "silent.com": { hang: true }, "only-a.com": { a: ["93.184.216.34"] } },
    { delayMs: () => 5 },
  );
  open.push(() => resolver.close());
  const known = createHash("md5").update("p0@c0.com").digest("hex");
  avatars = await startAvatarServer((hash) => (hash === known ? 200 : 404));
  open.push(() => avatars.close());
  host = await startWorkerHost({
    env: {
      DOH_URLS: resolver.url,
      AVATAR_URL: avatars.url,
      API_LIMIT_PER_MINUTE: "100000",
      LOG_LEVEL: "warn",
    },
  });
  open.push(() => host.stop());
});
afterAll(async () => {
  for (const close of open.toReversed()) await close();
});

it("is small: its tables and documents lie beside it", () => {
  expect(host.codeBytes).toBeLessThan(MOST_CODE_BYTES);
  expect(host.codeBytes).toBeGreaterThan(500_000);
});

it("validates a list in workerd: queue, D1, DNS over HTTPS and MD5, domains asked about once", async () => {
  const registered = await fetch(`${host.url}/api/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json", ...host.from("203.0.113.5") },
    body: JSON.stringify({
      name: "Ann",
      email: "ann@example.com",
      password: "correct horse battery",
    }),
  });
  const cookie = registered.headers.get("set-cookie")?.split(";")[0] ?? "";
  const { workspace } = (await registered.json()) as { workspace: { id: number } };
  const call = async (
    path: string,
    init: { method?: string; headers?: Record<string, string>; body?: string | FormData } = {},
  ) => {
    const answer = await fetch(`${host.url}/api/v1/workspaces/${workspace.id}/leads${path}`, {
      ...init,
      headers: { cookie, ...init.headers },
    });
    // Read freely below; the feature tests check the shapes.
    // oxlint-disable-next-line typescript/no-explicit-any
    return { status: answer.status, json: (await answer.json()) as any };
  };
  const json = (body: unknown) => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const emails = [
    ...Array.from({ length: LEADS }, (_, i) => `p${i}@c${i % DOMAINS}.com`),
    "ann@only-a.com",
    "ann@silent.com",
    "ann@gone.com",
    "jane@mailinator.com",
  ];
  const uploaded = await call("/upload", {
    method: "POST",
    // A workbook: its parts are unpacked by the platform.
    body: uploadForm([
      [
        "file",
        await workbook({
          sheets: [{ name: "S", rows: [["email"], ...emails.map((email) => [email])] }],
        }),
      ],
    ]),
  });
  const started = await call("/validate", json({ list_id: uploaded.json.list_id }));
  expect([started.status, started.json.total]).toEqual([202, emails.length]);
  const job = async () => (await call(`/validate/${started.json.job_id}`)).json;
  await expect
    .poll(async () => (await job()).status, { timeout: 100_000, interval: 250 })
    .toBe("completed");
  expect(await job()).toMatchObject({
    done: emails.length,
    counts: { valid: LEADS, risky: 2, invalid: 2 },
  });
  const leadOf = async (email: string) =>
    (await call(`?q=${encodeURIComponent(email)}`)).json.data[0];
  expect(await leadOf("p0@c0.com")).toMatchObject({
    score: 100,
    validation: { avatar: { state: "found" } },
  });
  expect(await leadOf("ann@silent.com")).toMatchObject({
    validation_status: "risky",
    validation: { reason: "dns_unknown", mx: { trouble: "timeout" } },
  });
  const questions = resolver.asked.filter((question) => question !== "silent.com MX");
  expect(new Set(questions).size).toBe(questions.length);
  // Six connections of an invocation; the hosted platform allows no more.
  expect(resolver.busiest()).toBeLessThanOrEqual(12);
  expect(new Set(avatars.asked).size).toBe(emails.length);
  expect(host.lines.filter((line) => line.includes('"error"'))).toEqual([]);
});

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkLocal } from "#domain/validation/check-local.ts";
import { validationTables } from "#server/validation-tables.ts";
import { workerModules } from "#test/support/worker-modules.ts";
import { REAL_PROVIDERS } from "#test/unit/validation/real-domains.ts";

let bundle = "";
let workerd: Miniflare | undefined;

beforeAll(async () => {
  bundle = await mkdtemp(join(tmpdir(), "checks-"));
  const config = "test/worker/checks/wrangler.toml";
  const wrangler = "node_modules/wrangler/bin/wrangler.js";
  await promisify(execFile)(
    process.execPath,
    [wrangler, "deploy", "--dry-run", "-c", config, "--outdir", bundle],
    {
      env: { ...process.env, CLOUDFLARE_CF_FETCH_ENABLED: "false", WRANGLER_SEND_METRICS: "false" },
    },
  );
  workerd = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      workers: [
        {
          name: "checks",
          ...workerModules(bundle, "worker.js"),
          compatibilityDate: "2026-10-01",
          compatibilityFlags: ["nodejs_compat"],
        },
      ],
    }),
  );
});
afterAll(async () => {
  await workerd?.dispose();
  await rm(bundle, { recursive: true, force: true });
});

const ADDRESSES = [
  "anna.novak@acme.com",
  "peter@müller.de",
  "test@fußball.example.com",
  "test@россия.рф",
  "test@例子。测试",
  "user@cafe\u0301.com",
  "john@１９２.0.2.1",
  "john@ü.xn--a",
  "jürgen@acme.de",
  '"john doe"@acme.com',
  "anna(work)@acme.com (Anna)",
  "p@[IPv6:2001:db8::1]",
  "info2@foo.mailinator.com",
  "noreply@duck.com",
  "ken@gmial.com",
  "john..doe@acme.com",
  "\ud800@acme.com",
  "a".repeat(2_000),
  ...REAL_PROVIDERS.map((domain) => `anna@mail.${domain}`),
];

describe("checks of addresses in workerd", () => {
  it("come out as in Node, with the same lists", async () => {
    const answer = await fetch((await workerd?.ready) ?? "", {
      method: "POST",
      body: JSON.stringify(ADDRESSES),
    });
    expect(await answer.json()).toEqual(
      ADDRESSES.map((address) => checkLocal(address, validationTables())),
    );
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PLATFORM_VERSION } from "#server/neighbours/zapier-package.ts";
import { firstKey } from "#test/support/client-package.ts";
import { installedBeside, runProgram } from "#test/support/neighbours/installed.ts";
import { type NodeHost, startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";

/** Hosts as they were when the packages were written; fetched from the registry for this test alone. */
const N8N = ["n8n-core@2.41.1"];
const ZAPIER = [`zapier-platform-core@${PLATFORM_VERSION}`];

const yard = temporaryDirectory();
let product: NodeHost;
let key: string;

beforeAll(async () => {
  product = await startNodeHost();
  key = await firstKey(product.url);
});
afterAll(async () => {
  await product.stop();
  yard.remove();
});

describe("the definitions for other products", () => {
  it("are loaded by n8n, add leads, read lists, start campaigns and trigger workflows", async () => {
    const folder = await installedBeside("n8n", N8N, yard.path);
    const env = { N8N_USER_FOLDER: yard.path, N8N_LOG_LEVEL: "silent" };
    const outcome = await runProgram("n8n", [folder, product.url, key], env);
    expect(outcome).toEqual({
      credentials: 200,
      workspaces: 1,
      uploaded: [1],
      added: ["created", "created", "invalid"],
      campaigns: ["Spring"],
      some: 2,
      everybody: ["ada@navy.example", "bob@navy.example", "csv@navy.example"],
      tags: ["fair", "n8n"],
      missing: "This workspace has no such lead.",
      before: false,
      after: true,
      subscribed: 1,
      started: "active",
      got: ["campaign.started"],
      repeated: 204,
      forged: 401,
      left: 0,
    });
  });

  it("fit Zapier's schema, and run in its platform", async () => {
    const folder = await installedBeside("zapier", ZAPIER, yard.path);
    const refused = "The signature is missing, wrong or too old.";
    expect(await runProgram("zapier", [folder, product.url, key], {})).toEqual({
      problems: [],
      auth: { workspaces: 1 },
      isWrongKeyRefused: true,
      workspaces: 1,
      campaign: "Autumn",
      lead: "created",
      wrongLead: expect.stringContaining("An email address needs text before and after the @."),
      uploaded: 1,
      fileHadKey: false,
      found: ["ann@sea.example"],
      kept: "Hello {{first_name}}",
      none: [],
      before: ["campaign.started"],
      genuine: ["campaign.started"],
      forged: refused,
      unsigned: refused,
      after: expect.any(Number),
      left: 0,
    });
  });
});

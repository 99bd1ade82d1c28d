import { expect, it, onTestFinished } from "vitest";
import { harness } from "#test/support/harness.ts";

const ID = "0b9de0e4-6f5b-4a8f-9a3a-0f4a5a0f9a11";
const BODY = {
  id: ID,
  secret: "s".repeat(43),
  release_hash: "0".repeat(64),
  workspace: { id: 3, name: "Acme" },
  tables: { leads: ["id"] },
};

it("409 where no workspace can be taken in, and a sign of what can", async () => {
  const t = await harness();
  onTestFinished(t.close);
  await t.signUp();
  const path = "/api/v1/admin/arrivals";
  for (const [method, at, body] of [
    ["GET", path, undefined],
    ["POST", path, BODY],
    ["DELETE", `${path}/${ID}`, undefined],
    ["POST", `/internal/arrivals/${ID}`, { act: "begin" }],
  ] as const) {
    const { status, json } = await t.request(method, at, body && JSON.stringify(body), {
      "content-type": "application/json",
    });
    expect([method, status, json.code]).toEqual([method, 409, "conflict"]);
    expect(json.detail).toContain("only one on a machine of its own");
  }
  const wrong = await t.post(path, { ...BODY, secret: "short" });
  expect(wrong.status).toBe(422);
});

import { expect, it } from "vitest";
import { harness } from "#test/support/harness.ts";

it("503 with the time to wait while the database takes nothing; it goes on by itself", async () => {
  const t = await harness();
  const { wid } = await t.signUp();
  const path = `/api/v1/workspaces/${wid}/suppressions`;
  const full = (): never => {
    throw new Error("Failed query: insert", {
      cause: Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" }),
    });
  };
  t.replaceDatabases((db) =>
    Object.assign(Object.create(db), { insert: full, batch: full, run: full }),
  );
  const refused = await t.post(path, { email: "ann@acme.test" });
  expect([refused.status, refused.json.code, refused.headers.get("retry-after")]).toEqual([
    503,
    "upstream_unavailable",
    "5",
  ]);
  expect(refused.text).not.toContain("SQLITE");
  expect(t.lines.some((line) => line.event === "request.failed")).toBe(true);
  t.replaceDatabases(null);
  expect((await t.post(path, { email: "ann@acme.test" })).status).toBe(201);
});

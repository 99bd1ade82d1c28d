import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { assertNoScans } from "#test/support/explain.ts";
import { harness } from "#test/support/harness.ts";
import { rowsOf, upload } from "#test/support/upload.ts";

describe("suppressions", () => {
  it("201, then 200: an address or a domain, once, with its hash and first reason", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/suppressions`;
    const address = await t.post(path, { email: " Ann <ANN@x.example>", reason: "do_not_contact" });
    expect([address.status, address.headers.get("location")]).toEqual([201, `${path}/1`]);
    expect(address.json).toEqual({
      id: 1,
      kind: "address",
      value: "ann@x.example",
      hash_only: false,
      hash: createHash("sha256").update("ann@x.example").digest("hex"),
      reason: "do_not_contact",
      created_at: "2026-11-18T12:00:00.000Z",
    });
    const again = await t.post(path, { email: "ann@x.example" });
    expect([again.status, again.json.id, again.json.reason]).toEqual([200, 1, "do_not_contact"]);
    const domain = await t.post(path, { domain: "@Blocked.Example" });
    expect([domain.status, domain.json.kind, domain.json.value]).toEqual([
      201,
      "domain",
      "blocked.example",
    ]);
    const list = await t.get(path);
    expect([list.json.data.map((s: { id: number }) => s.id), list.json.pagination.total]).toEqual([
      [domain.json.id, 1],
      2,
    ]);
    expect((await t.get(`${path}?kind=domain`)).json.pagination.total).toBe(1);
    expect((await t.get(`${path}?reason=manual`)).json.pagination.total).toBe(1);
    expect((await t.get(`${path}?q=ANN@`)).json.pagination.total).toBe(1);
    const first = await t.get(`${path}?limit=1`);
    expect(
      (await t.get(`${path}?limit=1&cursor=${first.json.pagination.next_cursor}`)).json.data[0].id,
    ).toBe(1);
    for (const query of ["", "?kind=domain", "?q=a", "?reason=manual"]) {
      await assertNoScans(t.client, () => t.get(`${path}${query}`));
    }
  });

  it("422: neither, both, or no address", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/suppressions`;
    for (const [body, at] of [
      [{}, "email"],
      [{ email: "a@x.example", domain: "x.example" }, "email"],
      [{ email: "nobody" }, "email"],
      [{ domain: "a@x.example" }, "domain"],
      [{ domain: "localhost" }, "domain"],
      [{ domain: `${"a.".repeat(200)}example` }, "domain"],
      [{ email: "a@x.example", reason: "erased" }, "reason"],
      [{ email: "a@x.example", hash: "x" }, "hash"],
      [{ email: "a@x.example", hashes: "x" }, "hashes"],
    ] as const) {
      const answer = await t.post(path, body);
      expect([body, answer.status, answer.json.errors[0].path]).toEqual([body, 422, at]);
    }
    expect((await t.get(path)).json.pagination.total).toBe(0);
  });

  it("204: deleting one lets the lead be written to again; 404 for another workspace's; 409 for an erased person's", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/suppressions`;
    await upload(t, wid, "email\nann@x.example\nbob@x.example\ncid@x.example\n");
    await t.client.batch([
      "UPDATE leads SET unsubscribed_at = 1 WHERE id = 1",
      "UPDATE leads SET bounced_at = 1 WHERE id = 2",
    ]);
    const ids: number[] = [];
    for (const body of [
      { email: "ann@x.example", reason: "unsubscribed" },
      { email: "bob@x.example", reason: "bounced" },
      { domain: "x.example" },
    ]) {
      ids.push((await t.post(path, body)).json.id);
    }
    const other = await t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    expect(
      (await t.delete(`/api/v1/workspaces/${other.json.id}/suppressions/${ids[0]}`)).status,
    ).toBe(404);
    for (const id of ids) expect((await t.delete(`${path}/${id}`)).status).toBe(204);
    expect((await t.delete(`${path}/${ids[0]}`)).status).toBe(404);
    expect(
      await rowsOf(
        t,
        "SELECT count(*) AS n FROM leads WHERE unsubscribed_at IS NOT NULL OR bounced_at IS NOT NULL",
      ),
    ).toEqual([{ n: 0 }]);

    await t.delete(`/api/v1/workspaces/${wid}/leads/3?erase=true`);
    const erased = (await t.get(path)).json.data[0];
    const refused = await t.delete(`${path}/${erased.id}`);
    expect([erased.reason, refused.status, refused.json.code]).toEqual([
      "erased",
      409,
      "invalid_state",
    ]);
  });

  it("403: a client reads them and changes none", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/suppressions`;
    await t.client.execute("UPDATE users SET role = 'client'");
    expect((await t.get(path)).status).toBe(200);
    expect((await t.post(path, { email: "a@x.example" })).status).toBe(403);
    expect((await t.delete(`${path}/1`)).status).toBe(403);
  });
});

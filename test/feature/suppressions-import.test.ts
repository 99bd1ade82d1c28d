import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { assertNoScans } from "#test/support/explain.ts";
import { harness } from "#test/support/harness.ts";
import { turnsDuring } from "#test/support/turns.ts";
import { rowsOf, upload, uploadForm } from "#test/support/upload.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

async function install() {
  const t = await harness();
  const { wid } = await t.signUp();
  const path = `/api/v1/workspaces/${wid}/suppressions`;
  const csv = (text: string, query = "") =>
    t.post(`${path}/import${query}`, uploadForm([["file", text]]));
  const suppressed = async () =>
    ((await t.get(`/api/v1/workspaces/${wid}/leads?order=asc`)).json.data as Lead[])
      .filter((lead) => lead.is_suppressed)
      .map((lead) => lead.email);
  return { t, wid, path, csv, suppressed };
}
type Lead = { email: string; is_suppressed: boolean };

describe("importing suppressions", () => {
  it("200: a file of addresses, domains and hashes with their reasons; a repeat adds nothing; bad rows are named", async () => {
    const { t, wid, path, csv, suppressed } = await install();
    await upload(t, wid, "email\nann@x.example\nbob@y.example\ncid@z.example\ndan@z.example\n");
    const file = [
      "\u{feff}Name;Email Address;Reason",
      "Ann;Ann <ANN@x.example>;Unsubscribe",
      "all;@y.example;",
      `told;${sha256("cid@z.example").toUpperCase()};hard bounce`,
      "bad;nobody;",
      "gap;;manual",
      "new;eve@w.example;whatever",
      "twice;eve@w.example;",
    ].join("\r\n");
    const answer = await csv(file, "?reason=do_not_contact");
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        total: 7,
        added: 4,
        already_suppressed: 1,
        invalid: 2,
        errors: [
          {
            line: 5,
            value: "nobody",
            code: "invalid_value",
            message: "Send an address, a domain, or the SHA-256 of an address.",
          },
          expect.objectContaining({ line: 6, code: "missing_value" }),
        ],
      },
    ]);
    expect(await suppressed()).toEqual(["ann@x.example", "bob@y.example", "cid@z.example"]);
    expect(
      (await t.get(path)).json.data.map((s: Record<string, unknown>) => [
        s["kind"],
        s["value"],
        s["hash_only"],
        s["reason"],
      ]),
    ).toEqual([
      ["address", "eve@w.example", false, "do_not_contact"],
      ["address", null, true, "bounced"],
      ["domain", "y.example", false, "do_not_contact"],
      ["address", "ann@x.example", false, "unsubscribed"],
    ]);
    expect((await csv(file)).json).toMatchObject({ added: 0, already_suppressed: 5 });
  });

  it("200: an array in JSON, a plain list without a header, and text/csv", async () => {
    const { t, path, csv } = await install();
    const json = await t.post(`${path}/import`, [
      "ann@x.example",
      { value: "x.example", reason: "complained" },
      "?",
    ]);
    expect(json.json).toMatchObject({ total: 3, added: 2, invalid: 1 });
    expect((await csv("bob@y.example\ncid@z.example\n")).json).toMatchObject({ added: 2 });
    const text = await t.request("POST", `${path}/import`, "email\ndan@w.example\n", {
      "content-type": "text/csv",
    });
    expect(text.json).toMatchObject({ total: 1, added: 1 });
    expect((await t.get(`${path}?reason=complained`)).json.data[0].value).toBe("x.example");
  });

  it("400, 413, 415, 422: what is no list is refused; 403: a client changes none", async () => {
    const { t, path, csv } = await install();
    const send = (body: string, type: string) =>
      t.request("POST", `${path}/import`, body, { "content-type": type });
    for (const [answer, status, code] of [
      [await send("[", "application/json"), 400, "malformed_request"],
      [await send("{}", "application/json"), 422, "validation_failed"],
      [await send("[]", "application/json"), 422, "validation_failed"],
      [await send("[1]", "application/json"), 422, "validation_failed"],
      [
        await send(
          JSON.stringify(Array.from({ length: 20_001 }, () => "x.example")),
          "application/json",
        ),
        413,
        "payload_too_large",
      ],
      [await send("email", "text/plain"), 415, "unsupported_media_type"],
      [await csv(""), 422, "validation_failed"],
      [await t.post(`${path}/import`, uploadForm([["list_name", "x"]])), 422, "validation_failed"],
      [await csv("email\n", "?reason=erased"), 400, "malformed_request"],
    ] as const) {
      expect([answer.text.slice(0, 200), answer.status, answer.json.code]).toEqual([
        expect.anything(),
        status,
        code,
      ]);
    }
    expect((await t.get(path)).json.pagination.total).toBe(0);
    await t.client.execute("UPDATE users SET role = 'client'");
    expect((await csv("a@x.example\n")).status).toBe(403);
  });

  it("writes a large file in few statements and walks no table", async () => {
    const { t, csv, wid } = await install();
    await upload(t, wid, "email\np7@x.example\n");
    const file = Array.from({ length: 12_000 }, (_, i) => `p${i}@x.example`).join("\n");
    expect((await csv(file)).json).toMatchObject({ total: 12_000, added: 12_000 });
    await assertNoScans(t.client, () => csv(`q@x.example\n${sha256("p7@x.example")}\n`));
  });
});

describe("an address that is kept as its hash alone", () => {
  it("suppresses its lead, comes and goes with it, and is never shown", async () => {
    const { t, wid, path, csv, suppressed } = await install();
    await upload(t, wid, "email\nann@x.example\n");
    const made = await t.post(path, { email: "Ann@x.example", hash_only: true });
    expect([made.status, made.json]).toEqual([
      201,
      expect.objectContaining({
        value: null,
        hash_only: true,
        hash: expect.stringMatching(/^[\da-f]{8}:[\da-f]{64}$/),
      }),
    ]);
    await t.post(path, { hash: sha256("bob@x.example"), reason: "complained" });
    await csv("cid@x.example\n", "?hash_only=true");
    const stored = () => rowsOf(t, "SELECT value FROM suppressions ORDER BY id");
    expect(await stored()).toEqual([{ value: "ann@x.example" }, { value: null }, { value: null }]);
    expect(await suppressed()).toEqual(["ann@x.example"]);

    await upload(t, wid, "email\nbob@x.example\ncid@x.example\nfree@x.example\n");
    expect(await suppressed()).toEqual(["ann@x.example", "bob@x.example", "cid@x.example"]);
    for (const entry of (await t.get(path)).json.data) {
      expect([entry.value, entry.hash_only]).toEqual([null, true]);
    }
    expect((await t.get(`${path}?q=ann`)).json.data).toEqual([]);

    const leads = (await t.get(`/api/v1/workspaces/${wid}/leads?order=asc`)).json.data;
    await t.delete(`/api/v1/workspaces/${wid}/leads/${leads[0].id}`);
    await t.put(`/api/v1/workspaces/${wid}/leads/${leads[1].id}`, { email: "bo@x.example" });
    await t.delete(`/api/v1/workspaces/${wid}/leads/${leads[2].id}`);
    expect(await stored()).toEqual([{ value: null }, { value: null }, { value: null }]);
    expect(await suppressed()).toEqual([]);
  });

  it("422: a domain cannot be a hash alone, and a hash is 64 hex digits", async () => {
    const { t, path } = await install();
    for (const [body, at] of [
      [{ domain: "x.example", hash_only: true }, "hash_only"],
      [{ hash: "abc" }, "hash"],
      [{ hash: sha256("a"), email: "a@x.example" }, "email"],
    ] as const) {
      const answer = await t.post(path, body);
      expect([answer.status, answer.json.errors[0].path]).toEqual([422, at]);
    }
  });
});

it("of a long list leaves everybody else their turns, in a workspace and in the installation", async () => {
  const t = await harness();
  const { wid } = await t.signUp();
  const file = `email\n${Array.from({ length: 12_000 }, (_, i) => `s${i}@acme.test`).join("\n")}`;
  for (const path of [
    `/api/v1/workspaces/${wid}/suppressions/import`,
    "/api/v1/admin/suppressions/import",
  ]) {
    const { turns, answer } = await turnsDuring(
      t.request("POST", path, file, { "content-type": "text/csv" }),
    );
    expect([answer.status, answer.json.added]).toEqual([200, 12_000]);
    expect(turns).toBeGreaterThan(20);
  }
  t.close();
});

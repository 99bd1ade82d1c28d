import { expect, it } from "vitest";
import { internalHeaders } from "#domain/internal-signature.ts";
import { harness } from "#test/support/harness.ts";

it("401, 404, 422: keeps no journal for strangers, where there is none, or of another shape", async () => {
  const t = await harness();
  const write = async (body: object, secret = t.deps.settings.COMPANION_SECRET) => {
    const path = "/internal/companion/journal/write";
    const text = JSON.stringify(body);
    const headers = internalHeaders(secret, {
      method: "POST",
      path,
      timestamp: String(t.deps.now()),
      nonce: crypto.randomUUID(),
      body: text,
    });
    const answer = await t.request("POST", path, text, headers);
    return [answer.status, answer.json];
  };
  const lines = { run: "r", turn: 1, lines: [] };
  expect(await write(lines, "a secret of somebody else, long enough")).toMatchObject([401, {}]);
  expect(await write(lines)).toMatchObject([404, { detail: expect.stringContaining("JOURNAL") }]);
  expect(await write({ ...lines, turn: 0 })).toMatchObject([422, { code: "validation_failed" }]);
});

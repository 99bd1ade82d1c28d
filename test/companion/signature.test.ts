import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { internalHeaders } from "#platform/rules/internal-signature.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { readInternal } from "#platform/http/internal.ts";
import { z } from "zod";
import { SECRET } from "./app-double.ts";
import { type Rig, startRig } from "./rig.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const BODY = JSON.stringify({ smtp: null, imap: null, allow_private: true });

type Call = {
  path?: string;
  secret?: string;
  at?: number;
  nonce?: string;
  signed?: string;
  sent?: string;
};
const headersOf = ({
  path = "/v1/test",
  secret = SECRET,
  at = Date.now(),
  nonce = randomUUID(),
  signed = BODY,
}: Call) =>
  internalHeaders(secret, { method: "POST", path, timestamp: String(at), nonce, body: signed });

const callCompanion = async (call: Call): Promise<number> => {
  const url = `http://127.0.0.1:${rig.port()}${call.path ?? "/v1/test"}`;
  const response = await fetch(url, {
    method: "POST",
    headers: headersOf(call),
    body: call.sent ?? BODY,
  });
  return response.status;
};

const Shape = z.object({ smtp: z.null(), imap: z.null(), allow_private: z.boolean() });
const callApp = async (call: Call): Promise<number> => {
  const request = new Request(`http://app.test${call.path ?? "/v1/test"}`, {
    method: "POST",
    headers: headersOf(call),
    body: call.sent ?? BODY,
  });
  return readInternal(request, SECRET, unixMs(Date.now()), Shape).then(
    () => 200,
    (error: { code: string }) => (error.code === "unauthenticated" ? 401 : 500),
  );
};

test.each([
  ["the companion", callCompanion],
  ["the app", callApp],
])("401 from %s for a wrong key, a skewed clock, another body and a repeat", async (_who, call) => {
  expect(await call({})).toBe(200);
  expect(await call({ secret: "another key of the same length as it" })).toBe(401);
  expect(await call({ at: Date.now() - 61_000 })).toBe(401);
  expect(await call({ at: Date.now() + 61_000 })).toBe(401);
  expect(await call({ at: Number.NaN })).toBe(401);
  expect(await call({ sent: BODY.replace("true", "false") })).toBe(401);
  expect(await call({ nonce: "" })).toBe(401);
  const nonce = randomUUID();
  expect(await call({ nonce })).toBe(200);
  expect(await call({ nonce })).toBe(401);
});

test("401 without a signature and for one made for another path", async () => {
  const url = `http://127.0.0.1:${rig.port()}/v1/transmit`;
  expect((await fetch(url, { method: "POST", body: BODY })).status).toBe(401);
  const response = await fetch(url, { method: "POST", headers: headersOf({}), body: BODY });
  expect(response.status).toBe(401);
});

test("404, 405, 413 and 422 for what is no call of ours", async () => {
  const base = `http://127.0.0.1:${rig.port()}`;
  expect((await fetch(`${base}/v1/nothing`)).status).toBe(404);
  expect((await fetch(`${base}/v1/test`)).status).toBe(405);
  const large = " ".repeat(2_000_000);
  expect(await callCompanion({ signed: large, sent: large })).toBe(413);
  expect(await callCompanion({ path: "/v1/transmit" })).toBe(422);
  expect((await fetch(`${base}/health`)).status).toBe(200);
});

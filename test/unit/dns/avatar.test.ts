import { afterEach, expect, it } from "vitest";
import { avatarHealth, avatarService } from "#app/adapters/avatar.ts";
import { places } from "#platform/adapters/places.ts";
import { nodeGet } from "#server/node-get.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { startAvatarServer } from "#test/support/avatar-server.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function service(status: (hash: string) => number, timeoutMs = 10_000) {
  const server = await startAvatarServer(status);
  open.push(server);
  const clock = { now: unixMs(0) };
  const avatars = avatarService({
    url: server.url,
    get: nodeGet(),
    places: places(4),
    health: avatarHealth(),
    now: () => clock.now,
    timeoutMs,
  });
  return { server, clock, avatars };
}

it("asks by the MD5 of the trimmed address in lower case, for the smallest picture", async () => {
  const { avatars, server } = await service(() => 200);
  expect(await avatars.look(" MyEmailAddress@example.com ")).toBe("found");
  expect(server.asked).toEqual(["/avatar/0bc83cb571cd1c50ba6f3e8a78ef1346?d=404&s=1"]);
});

it.each([
  [404, "not_found"],
  [302, "unknown"],
  [429, "unknown"],
  [500, "unknown"],
  [0, "unknown"],
])("%i: %s", async (status, state) => {
  // 0 never answers.
  const { avatars } = await service(() => status, status === 0 ? 150 : undefined);
  expect(await avatars.look("ann@acme.com")).toBe(state);
});

it("rests for ten minutes after five errors in a row, and asks again then", async () => {
  let status = 503;
  const { avatars, server, clock } = await service(() => status);
  for (let i = 0; i < 8; i++) expect(await avatars.look("ann@acme.com")).toBe("unknown");
  expect(server.asked).toHaveLength(5);
  status = 404;
  clock.now = unixMs(10 * MINUTE_MS - 1);
  expect(await avatars.look("ann@acme.com")).toBe("unknown");
  clock.now = unixMs(10 * MINUTE_MS);
  expect(await avatars.look("ann@acme.com")).toBe("not_found");
});

it("an answer between errors begins the count anew", async () => {
  let asked = 0;
  const { avatars, server } = await service(() => (++asked % 5 === 0 ? 404 : 503));
  for (let i = 0; i < 12; i++) await avatars.look("ann@acme.com");
  expect(server.asked).toHaveLength(12);
});

it("is off without an address of its own, and silent where no request is allowed", async () => {
  const options = { get: nodeGet(), health: avatarHealth(), now: () => unixMs(0) };
  expect(avatarService({ ...options, url: "", places: places(1) }).isOn).toBe(false);
  const url = "http://127.0.0.1:9/avatar/";
  const spent = avatarService({ ...options, url, places: places(1, 0) });
  expect([spent.isOn, await spent.look("ann@acme.com")]).toEqual([true, null]);
  const get = async (): Promise<never> => {
    throw new Error("Too many subrequests.");
  };
  expect(
    await avatarService({ ...options, get, url, places: places(1) }).look("a@b.com"),
  ).toBeNull();
});

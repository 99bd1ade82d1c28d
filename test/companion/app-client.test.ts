import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { createAppClient } from "#companion/app-client.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** An app that answers every call on a connection with its number, until it is the `last`. */
async function app(last: number, status = 200) {
  const calls = new Map<Socket, number>();
  const server = createServer(({ socket }, response) => {
    const call = (calls.get(socket) ?? 0) + 1;
    calls.set(socket, call);
    if (call > last) socket.resetAndDestroy();
    else response.writeHead(status, { "content-type": "application/json" }).end(`{"call":${call}}`);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const call = createAppClient(`http://127.0.0.1:${port}`, "s".repeat(32), () => 1_000);
  return { calls, ask: () => call("/x", {}, z.object({ call: z.int() }), 2_000) };
}

test("a connection is kept from call to call", async () => {
  const { calls, ask } = await app(3);
  expect([await ask(), await ask(), await ask()]).toEqual([{ call: 1 }, { call: 2 }, { call: 3 }]);
  expect(calls.size).toBe(1);
});

test("a call that meets a connection which was ended goes out once more", async () => {
  const { calls, ask } = await app(1);
  expect([await ask(), await ask()]).toEqual([{ call: 1 }, { call: 1 }]);
  expect(calls.size).toBe(2);
});

test("a call that is broken off on a new connection is told as failed", async () => {
  const { calls, ask } = await app(0);
  await expect(ask()).rejects.toThrow(/hang up|ECONNRESET/);
  expect(calls.size).toBe(1);
});

test("anything but 2xx is reported as failed", async () => {
  const { ask } = await app(1, 503);
  await expect(ask()).rejects.toThrow("the app responded with 503");
});

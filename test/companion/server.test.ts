import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createHttpServer } from "#companion/server.ts";

test("a connection outlives the few seconds for which callers keep one", async () => {
  const server = createHttpServer({
    secret: "s".repeat(32),
    now: () => 1_000,
    log: () => undefined,
    health: () => ({ status: 200, body: {} }),
    routes: {},
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { headers } = await fetch(`http://127.0.0.1:${port}/health`);
  expect(server.keepAliveTimeout).toBeGreaterThan(60_000);
  expect(headers.get("connection")).toBe("keep-alive");
  // A caller that is told a time keeps it until just before its end, and reuses it as it closes.
  expect(headers.get("keep-alive")).toBeNull();
  server.close().closeAllConnections();
});

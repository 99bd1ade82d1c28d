import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that systems give to outgoing connections (from 32768 on at the earliest): of those,
 * one that was free a moment ago may be somebody's by the time it is listened on, above all while a
 * process that was killed starts again. Above 10080, the last one that browsers refuse.
 */
const [FIRST, LAST] = [10_240, 32_000];

/** A port of 127.0.0.1 that nobody listens on, and that no connection takes by chance. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** So many of them, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = randomInt(FIRST, LAST);
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  return [...found];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}

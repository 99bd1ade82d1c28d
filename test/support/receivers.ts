import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How a receiver of webhooks behaves. */
export type Behaviour =
  | "good"
  | "giant"
  | "bomb"
  | "flapping"
  | "error"
  | "redirect"
  | "reset"
  | "drip"
  | "silent";

export type Received = {
  readonly path: string;
  /** `webhook-id`. */
  readonly id: string;
  readonly attempt: number;
  readonly at: number;
};

/** Many receivers on one server, one a path: `/<behaviour>/<number>`. */
export type Receivers = {
  url(behaviour: Behaviour, number: number): string;
  readonly received: Received[];
  close(): Promise<void>;
};

/** A flapping receiver refuses this many requests, then takes all. */
const FLAPS = 3;

export async function startReceivers(): Promise<Receivers> {
  const received: Received[] = [];
  const flaps = new Map<string, number>();
  const answer = (path: string, response: ServerResponse): void => {
    const behaviour = path.split("/")[1] as Behaviour; // as the URLs below are made
    switch (behaviour) {
      case "good":
        response.writeHead(200).end("thanks");
        return;
      case "giant":
        response.writeHead(200);
        flood(response);
        return;
      case "bomb":
        response.writeHead(200, { "content-encoding": "gzip" });
        flood(response);
        return;
      case "flapping": {
        const before = flaps.get(path) ?? 0;
        flaps.set(path, before + 1);
        response.writeHead(before < FLAPS ? 503 : 200).end();
        return;
      }
      case "error":
        response.writeHead(500).end("no");
        return;
      case "redirect":
        response.writeHead(302, { location: path.replace("redirect", "good") }).end();
        return;
      case "reset":
        response.socket?.resetAndDestroy();
        return;
      case "drip": {
        response.writeHead(200);
        const clock = setInterval(() => response.write("."), 1_000);
        response.on("close", () => clearInterval(clock));
        return;
      }
      case "silent":
        return;
    }
  };
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      const path = request.url ?? "";
      received.push({
        path,
        id: String(request.headers["webhook-id"]),
        attempt: Number(request.headers["x-webhook-attempt"]),
        at: Date.now(),
      });
      answer(path, response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: (behaviour, number) => `http://127.0.0.1:${port}/${behaviour}/${number}`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Writes until nobody reads any more. */
function flood(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, 7);
  const pump = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", pump);
  response.on("error", () => undefined);
  pump();
}

import { createServer, request as ask, type IncomingHttpHeaders, type Server } from "node:http";
import { type AddressInfo } from "node:net";

/** A load balancer as small as can be. */
export type Balancer = {
  readonly url: string;
  close(): void;
};

type Answered = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/**
 * Gives each request to the next of these ports of 127.0.0.1. One that takes no connection is passed
 * over; a request that was sent is never sent again, and one that breaks off is answered with 502.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  let turn = 0;
  const server: Server = createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const first = turn++;
      for (const i of ports.keys()) {
        const port = ports[(first + i) % ports.length] ?? 0;
        const answer = await passOn(port, {
          method: incoming.method ?? "GET",
          path: incoming.url ?? "/",
          headers: {
            ...incoming.headers,
            "x-forwarded-for": incoming.socket.remoteAddress ?? "",
          },
          body: Buffer.concat(chunks),
        });
        if (answer === "unsent") continue;
        if (answer === "broken") break;
        const {
          connection: _c,
          "keep-alive": _k,
          "transfer-encoding": _t,
          ...headers
        } = answer.headers;
        outgoing.writeHead(answer.status, headers).end(answer.body);
        return;
      }
      outgoing.writeHead(502).end();
    })().catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server on TCP has a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function passOn(
  port: number,
  given: { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer },
): Promise<Answered | "unsent" | "broken"> {
  const { body, ...options } = given;
  return new Promise((resolve) => {
    const sent = ask({ host: "127.0.0.1", port, agent: false, ...options }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", () => resolve("broken"));
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 502,
          headers: answer.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    sent.on("error", (cause) =>
      resolve("code" in cause && cause.code === "ECONNREFUSED" ? "unsent" : "broken"),
    );
    sent.end(body);
  });
}

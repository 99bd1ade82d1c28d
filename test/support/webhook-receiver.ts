import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it reached the receiver. */
export type ReceivedHit = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type WebhookReceiver = {
  readonly port: number;
  readonly url: string;
  readonly hits: ReceivedHit[];
  /** What the next requests are answered; 200 by default. */
  answer: (response: ServerResponse, request: IncomingMessage, hit: ReceivedHit) => void;
  close(): Promise<void>;
};

/** A real HTTP receiver on loopback that keeps what it got and answers as the test says. */
export async function webhookReceiver(port = 0): Promise<WebhookReceiver> {
  const hits: ReceivedHit[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const hit = {
        path: request.url ?? "",
        headers,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      hits.push(hit);
      receiver.answer(response, request, hit);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  // A server that listens on TCP has an address with a port.
  const { port: bound } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    port: bound,
    url: `http://127.0.0.1:${bound}/hook`,
    hits,
    answer: (response) => void response.writeHead(200).end("thanks"),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a server of files does with a request. */
export type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** A server of files on loopback; `serve` is what it does, and can be exchanged. */
export async function fileServer(first: Serve = file("")) {
  const state = {
    serve: first,
    asked: [] as { url: string; headers: IncomingMessage["headers"] }[],
  };
  const server = createServer((request, response) => {
    state.asked.push({ url: request.url ?? "", headers: request.headers });
    state.serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** Answers a file, whoever asks. */
export function file(
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = { "content-type": "text/csv" },
  status = 200,
): Serve {
  return (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** A file with a mark, which is not sent again to who has it. */
export function marked(body: string, etag: string): Serve {
  return (request, response) => {
    if (request.headers["if-none-match"] === etag) response.writeHead(304).end();
    else response.writeHead(200, { "content-type": "text/csv", etag }).end(body);
  };
}

export const redirect =
  (to: string): Serve =>
  (_request, response) =>
    void response.writeHead(302, { location: to }).end();

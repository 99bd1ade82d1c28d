import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the protocol has it: chat completions. */
export type AiRequest = {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
  };
};

/** A local server that speaks OpenAI's chat completions and answers as the test says. */
export async function aiServer() {
  const requests: AiRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const seen: AiRequest = {
        path: request.url ?? "",
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString("utf8")),
      };
      requests.push(seen);
      ai.answer(response, seen, requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  const ai = {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    answer: (response: ServerResponse, _request: AiRequest, _n: number): void =>
      say(response, "OK"),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return ai;
}
export type AiServer = Awaited<ReturnType<typeof aiServer>>;

/** A completion with that text. */
export function say(response: ServerResponse, content: unknown): void {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  response.writeHead(200, { "content-type": "application/json" }).end(
    JSON.stringify({
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1,
      model: "test-model",
      choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: text } }],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    }),
  );
}

/** The same in pieces, as servers stream it. */
export function stream(response: ServerResponse, content: unknown): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const piece of JSON.stringify(content).match(/.{1,7}/gs) ?? []) {
    const chunk = { object: "chat.completion.chunk", choices: [{ delta: { content: piece } }] };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  }
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  response.end(`data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`);
}

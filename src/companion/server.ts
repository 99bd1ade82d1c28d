import { createServer, type IncomingMessage, type Server } from "node:http";
import type { z } from "zod";
import { type Answer, createGatekeeper, readBody, Refusal } from "./http.ts";
import { describeBriefly, type Log } from "./log.ts";

/** One signed call: `run` gets the parsed body. */
export type Route = {
  readonly maxBytes: number;
  readonly answer: (body: unknown) => Promise<Answer>;
};

/** A route whose body must match `schema`; 422 lists the invalid fields, never their values. */
export const route = <T>(
  schema: z.ZodType<T>,
  maxBytes: number,
  run: (input: T) => Promise<Answer>,
): Route => ({
  maxBytes,
  async answer(body) {
    const parsed = schema.safeParse(body);
    if (parsed.success) return run(parsed.data);
    const fields = parsed.error.issues.map((issue) => issue.path.join(".")).join(", ");
    throw new Refusal(422, "validation_failed", `These fields are wrong: ${fields}.`);
  },
});

/** Far longer than a caller keeps a connection that it does not use. */
const KEEP_ALIVE_MS = 75_000;

/** The HTTP server of the companion: unsigned `GET /health`, and signed POSTs by path. */
export function createHttpServer(options: {
  readonly secret: string;
  readonly now: () => number;
  readonly log: Log;
  readonly health: () => Answer;
  readonly routes: Readonly<Record<string, Route>>;
}): Server {
  const admit = createGatekeeper(options.secret, options.now);
  const routes = new Map(Object.entries(options.routes));

  async function answer(request: IncomingMessage): Promise<Answer> {
    const path = (request.url ?? "").split("?")[0] ?? "";
    if (path === "/health" && (request.method === "GET" || request.method === "HEAD")) {
      return options.health();
    }
    const found = routes.get(path);
    if (!found) throw new Refusal(404, "not_found", "There is no such call.");
    if (request.method !== "POST") throw new Refusal(405, "method_not_allowed", "Use POST.");
    const text = await readBody(request, found.maxBytes);
    admit(request, text);
    return found.answer(parseJson(text));
  }

  // Its hint is left out, so that callers keep connections for their own few seconds: none is reused as it ends.
  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const fields = { path: request.url, request: request.headers["x-request-id"] };
    answer(request)
      .catch((thrown: unknown): Answer => {
        if (thrown instanceof Refusal) return thrown.answer;
        options.log("call.failed", { ...fields, cause: describeBriefly(thrown) }, "error");
        return { status: 500, body: { code: "internal", message: "The error was logged." } };
      })
      .then((reply) => {
        const { status } = reply;
        // No other request can follow a body that was not read to its end.
        const kept = { connection: request.complete ? "keep-alive" : "close" };
        options.log("call.settled", { ...fields, status }, "debug");
        if (reply.bytes !== undefined) {
          const length = String(reply.bytes.length);
          const type = "application/octet-stream";
          response.writeHead(status, { "content-type": type, "content-length": length, ...kept });
          response.end(reply.bytes);
          return;
        }
        response.writeHead(status, { "content-type": "application/json", ...kept });
        response.end(JSON.stringify(reply.body));
      })
      .catch((thrown: unknown) => {
        options.log("call.failed", { ...fields, cause: describeBriefly(thrown) }, "error");
        response.destroy();
      });
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "malformed_request", "The body is no JSON.");
  }
}

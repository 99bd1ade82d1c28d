import type { IncomingMessage } from "node:http";
import {
  createNonceMemory,
  INTERNAL_HEADERS,
  verifyInternal,
} from "#platform/rules/internal-signature.ts";
import { unixMs } from "#platform/rules/ids.ts";

/** A response of the companion; `body` is sent as JSON, `bytes` as they are. */
export type Answer =
  | { readonly status: number; readonly body: unknown; readonly bytes?: undefined }
  | { readonly status: number; readonly bytes: Buffer };

/** Ends a request with a response. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly answer: Answer;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.answer = { status, body: { code, message } };
  }
}

/** The body as text. Throws a `Refusal` (413) above `maxBytes`. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Refusal(413, "payload_too_large", "The body is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Throws a `Refusal` (401) unless the request is signed, recent and new. */
export type Gatekeeper = (request: IncomingMessage, body: string) => void;

/** Checks signatures made with `secret`. */
export function createGatekeeper(secret: string, now: () => number): Gatekeeper {
  const nonces = createNonceMemory();
  const header = (request: IncomingMessage, name: string): string => {
    const value = request.headers[name];
    return typeof value === "string" ? value : "";
  };
  return (request, body) => {
    const nonce = header(request, INTERNAL_HEADERS.nonce);
    const at = unixMs(now());
    const genuine = verifyInternal(
      secret,
      {
        method: request.method ?? "",
        path: request.url ?? "",
        timestamp: header(request, INTERNAL_HEADERS.timestamp),
        nonce,
        body,
      },
      header(request, INTERNAL_HEADERS.signature),
      at,
    );
    if (!genuine || nonce === "" || !nonces.admit(nonce, at)) {
      throw new Refusal(401, "unauthenticated", "The signature is not valid.");
    }
  };
}

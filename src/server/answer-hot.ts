import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Deps } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import type { HotAnswer, HotRequest, HotRoute } from "#platform/http/hot-route.ts";

/** What is read of a request that goes past the app. */
export type Asked = { readonly deps: Deps; readonly clientAddress: string };

/**
 * Answers a hit straight over node:http: the app's objects around a request cost more than the hit
 * itself. False: that route does not take it in this form, and the app answers it, in the same
 * words.
 */
export function answerHot(
  route: HotRoute,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  askedOf: (incoming: IncomingMessage) => Asked,
): boolean {
  const { url = "", method = "" } = incoming;
  // What is encoded, or has a body, is read by the app.
  if (!url.startsWith("/t/") || url.includes("%")) return false;
  if (method !== "GET" && method !== "HEAD") return false;
  const query = url.indexOf("?");
  const { deps, clientAddress } = askedOf(incoming);
  const id = randomUUID();
  const request: HotRequest = {
    id,
    method,
    path: query < 0 ? url : url.slice(0, query),
    clientAddress,
    header: (name) => rawHeader(incoming.rawHeaders, name),
    text: async () => "",
  };
  route.answer(deps, request).then(
    (answer) => write(outgoing, answer, id),
    (cause) => {
      deps.log("hit.unanswered", { cause: describe(cause), request: id }, "error");
      write(outgoing, { status: 500, headers: {}, body: null }, id);
    },
  );
  return true;
}

function write(outgoing: ServerResponse, { status, headers, body }: HotAnswer, id: string): void {
  if (typeof body === "string") outgoing.setHeader("Content-Length", Buffer.byteLength(body));
  outgoing.writeHead(status, { ...headers, "X-Request-Id": id });
  if (body === null) outgoing.end();
  else if (typeof body === "string") outgoing.end(body);
  // With text in one byte a character node:http writes head and body at once, which is cheaper.
  else outgoing.end(textOf(body), "latin1");
}

const texts = new WeakMap<Uint8Array, string>();

function textOf(bytes: Uint8Array): string {
  const known = texts.get(bytes);
  if (known !== undefined) return known;
  const text = Buffer.from(bytes).toString("latin1");
  texts.set(bytes, text);
  return text;
}

/** A header by its lower-case name; of several, all. `headers` would read every other one as well. */
export function rawHeader(headers: readonly string[], name: string): string | undefined {
  let found: string | undefined;
  for (let i = 0; i < headers.length; i += 2) {
    const each = headers[i] ?? "";
    if (each.length !== name.length || each.toLowerCase() !== name) continue;
    found = found === undefined ? headers[i + 1] : `${found}, ${headers[i + 1]}`;
  }
  return found;
}

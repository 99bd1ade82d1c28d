import { randomUUID } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { type z } from "zod";
import { internalHeaders } from "#platform/rules/internal-signature.ts";

/**
 * Signed calls to the app. Rejects when the app is not reachable, takes too long or does not
 * respond with 2xx.
 */
export type AppClient = <T>(
  path: string,
  body: unknown,
  answer: z.ZodType<T>,
  timeoutMs: number,
) => Promise<T>;

/**
 * `appUrl` has no trailing slash. Connections are reused. A call over a connection that the app has
 * just closed is sent once more. `fetch` would cost three times as much per call.
 */
export function createAppClient(appUrl: string, secret: string, now: () => number): AppClient {
  const base = new URL(appUrl);
  const { request, Agent } = base.protocol === "https:" ? https : http;
  const agent = new Agent({ keepAlive: true });
  return async (path, body, answer, timeoutMs) => {
    const url = new URL(`${base.pathname.replace(/\/$/, "")}${path}`, base);
    const text = JSON.stringify(body);
    for (let isAgain = false; ; isAgain = true) {
      const headers = internalHeaders(secret, {
        method: "POST",
        path: url.pathname + url.search,
        timestamp: String(now()),
        nonce: randomUUID(),
        body: text,
      });
      const call = request(url.href, { method: "POST", agent, headers });
      try {
        return answer.parse(JSON.parse(await answerTo(call, text, timeoutMs)));
      } catch (cause) {
        if (isAgain || !call.reusedSocket || !isReset(cause)) throw cause;
      }
    }
  };
}

const isReset = (cause: unknown): boolean =>
  cause instanceof Error &&
  "code" in cause &&
  (cause.code === "ECONNRESET" || cause.code === "EPIPE");

/** Sends the body and returns the response, within `timeoutMs` in total. */
function answerTo(call: http.ClientRequest, body: string, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => call.destroy(new Error("the app took too long")), timeoutMs);
    const fail = (cause: Error): void => {
      clearTimeout(timer);
      reject(cause);
    };
    call.on("error", fail);
    call.on("response", (response) => {
      const { statusCode = 0 } = response;
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => (text += piece));
      response.on("error", fail);
      response.on("end", () => {
        clearTimeout(timer);
        if (statusCode >= 200 && statusCode < 300) resolve(text);
        else reject(new Error(`the app responded with ${statusCode}`));
      });
    });
    call.end(body);
  });
}

import { randomUUID } from "node:crypto";
import { type z } from "zod";
import { internalHeaders } from "#domain/internal-signature.ts";

/** Signed calls to the app. Rejects when it cannot be reached, takes too long or answers no 2xx. */
export type AppClient = <T>(
  path: string,
  body: unknown,
  answer: z.ZodType<T>,
  timeoutMs: number,
) => Promise<T>;

/** `appUrl` without a slash at the end. */
export function createAppClient(appUrl: string, secret: string, now: () => number): AppClient {
  const base = new URL(appUrl);
  return async (path, body, answer, timeoutMs) => {
    const url = new URL(`${base.pathname.replace(/\/$/, "")}${path}`, base);
    const text = JSON.stringify(body);
    const response = await fetch(url, {
      method: "POST",
      body: text,
      headers: internalHeaders(secret, {
        method: "POST",
        path: url.pathname + url.search,
        timestamp: String(now()),
        nonce: randomUUID(),
        body: text,
      }),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`the app answered ${response.status}`);
    }
    return answer.parse(await response.json());
  };
}

import type { z } from "zod";

/** The product's API as a client sees it. */
export type Api = {
  /** Sends a request and reads the answer; throws with the problem's own words when it is refused. */
  call<T>(method: string, path: string, schema: z.ZodType<T>, body?: unknown): Promise<T>;
};

/** A client that keeps its cookie; `given` goes with each request. */
export function createApi(base: string, given: Readonly<Record<string, string>> = {}): Api {
  let cookie = "";
  return {
    async call(method, path, schema, body) {
      const isForm = body instanceof FormData;
      const response = await reach(`${base}/api/v1${path}`, {
        method,
        headers: {
          ...given,
          ...(cookie === "" ? {} : { cookie }),
          ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      });
      cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${text}`);
      return schema.parse(text === "" ? null : JSON.parse(text));
    },
  };
}

/** A connection that breaks says what was asked, and a question is asked once more: it changes nothing. */
async function reach(url: string, init: RequestInit): Promise<Response> {
  for (let isAgain = false; ; isAgain = true) {
    try {
      return await fetch(url, init);
    } catch (cause) {
      if (init.method === "GET" && !isAgain) continue;
      const { code = cause } = (cause as { cause?: { code?: unknown } }).cause ?? {};
      throw new Error(`${init.method} ${url} has no answer: ${String(code)}`, { cause });
    }
  }
}

/** A request to another service's API. */
export type ServiceRequest = {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Answers besides 2xx that the conversation goes on after. */
  readonly expects?: readonly number[];
};
export type ServiceReply = { readonly status: number; readonly body: string };

/**
 * What is said to a service, request by request, each with the reply before it at hand. Pure: who
 * runs it sends the requests, and ends it at the first reply that is not 2xx.
 */
export type Conversation<T> = Generator<ServiceRequest, T, ServiceReply>;

/** A 2xx reply that does not say what the service's contract promises. */
export class UnexpectedReply extends Error {
  override readonly name = "UnexpectedReply";
}

export const postJson = (
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): ServiceRequest => ({
  method: "POST",
  url,
  headers: { "Content-Type": "application/json", "User-Agent": "Outrider/1.0", ...headers },
  body: JSON.stringify(body),
});

export const patchJson = (
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): ServiceRequest => ({ ...postJson(url, body, headers), method: "PATCH" });

export const get = (
  url: string,
  headers: Readonly<Record<string, string>> = {},
): ServiceRequest => ({
  method: "GET",
  url,
  headers: { Accept: "application/json", "User-Agent": "Outrider/1.0", ...headers },
  body: null,
});

/** A value inside a JSON reply, by its path; undefined where there is none. */
export function inReply(reply: ServiceReply, ...path: readonly (string | number)[]): unknown {
  let value: unknown;
  try {
    value = JSON.parse(reply.body);
  } catch {
    return undefined;
  }
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    // An object that has the key.
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}

/** An id that a reply has to name. Throws `UnexpectedReply`. */
export function idInReply(reply: ServiceReply, ...path: readonly (string | number)[]): string {
  const id = inReply(reply, ...path);
  if (typeof id === "string" && id !== "") return id;
  if (typeof id === "number") return String(id);
  throw new UnexpectedReply(`no ${path.join(".")}`);
}

export const textInReply = (reply: ServiceReply, ...path: readonly (string | number)[]): string => {
  const text = inReply(reply, ...path);
  return typeof text === "string" ? text.slice(0, 200) : "";
};

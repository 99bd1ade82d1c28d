/** Thrown by a face of a provider whose answer is lost: whoever asked sees the connection break. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** What becomes of a request: `before`: it is lost; `after`: it is carried out, and its answer is lost. */
export type Lost = "before" | "after";

/** A refusal instead of the act. */
export type Refuse = {
  readonly status: number;
  readonly code: string;
  readonly message?: string;
  readonly retryAfter?: string;
};
/** Its answer is lost, and it is carried out later. */
export type Late = { readonly lateMs: number };
export type ApiFault = Lost | Refuse | Late;

/** What the faces are asked to do. */
export type ApiAct = "make" | "look" | "list" | "send" | "drop" | "probe";

/** A mail that left, as its recipients got it. */
export type Delivered = {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  /** The Message-ID that it left with, without angle brackets. */
  readonly messageId: string;
  /** The id that stands last in its References. */
  readonly lastReference: string | null;
};

/** Who an access token speaks for, and what it may; an app speaks for everybody of its tenant. */
export type Holder = {
  readonly email: string | null;
  readonly scopes: readonly string[];
};

/** The value of a header, unfolded; empty where there is none. */
export function headerOf(raw: string, name: string): string {
  const head = (raw.split("\r\n\r\n")[0] ?? "").replace(/\r\n[ \t]+/g, " ");
  const line = head
    .split("\r\n")
    .find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line?.slice(name.length + 1).trim() ?? "";
}

export const withoutBrackets = (id: string): string => id.replace(/^<|>$/g, "");

/** The message with another Message-ID, and without Bcc, as recipients get it. */
export const leaving = (raw: string, messageId: string): string =>
  raw
    .replace(/^Message-ID:.*(?:\r\n[ \t].*)*/im, `Message-ID: ${messageId}`)
    .replace(/^Bcc:.*(?:\r\n[ \t].*)*\r\n/im, "");

/** Everybody whom To, Cc and Bcc name. */
export const recipientsOf = (raw: string): string[] =>
  ["To", "Cc", "Bcc"].flatMap((name) =>
    [...headerOf(raw, name).matchAll(/[^\s<>,"]+@[^\s<>,"]+/g)].map(([address]) => address),
  );

export const lastReferenceOf = (raw: string): string | null =>
  /<([^<>]+)>\s*$/.exec(headerOf(raw, "References"))?.[1] ?? null;

export const jsonAnswer = (
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });

import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Egress, EgressResult } from "#platform/ctx/ports.ts";
import { internalHeaders } from "#platform/rules/internal-signature.ts";
import { MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import {
  type ArrivalCall,
  arrivalPath,
  type LinkCall,
  linksPath,
} from "#platform/wire/arrivals.ts";

/** The other installation, and the move that the two of them make. */
export type Reach = {
  /** Scheme and host. */
  readonly target: string;
  readonly move: string;
  /** What calls are signed with. */
  readonly secret: string;
  readonly egress: Pick<Egress, "post">;
  readonly now: () => number;
};

/** The other installation refused: asking again changes nothing. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const MAX_ANSWER = 1024 * 1024;
const Problem = z.object({ detail: z.string() });

/** Asks the other installation. Throws `RefusedError`, or an error for what may work later. */
export async function callArrival<T>(
  { target, move, secret, egress, now }: Reach,
  call: ArrivalCall | LinkCall,
  schema: z.ZodType<T>,
  timeoutMs: number = 5 * MINUTE_MS,
): Promise<T> {
  const isLink = call.act === "hits" || call.act === "unsubscribe" || call.act === "approval";
  const path = isLink ? linksPath(move) : arrivalPath(move);
  const body = JSON.stringify(call);
  const signed = {
    method: "POST",
    path,
    timestamp: String(now()),
    nonce: randomBytes(16).toString("hex"),
    body,
  };
  const answer = await egress.post({
    url: target + path,
    headers: internalHeaders(secret, signed),
    body,
    timeoutMs,
    maxBytes: MAX_ANSWER,
  });
  return schema.parse(answered(target, answer));
}

/** The same with a key of that installation, in clear for this one call. */
export async function expectArrival(
  { target, egress }: Pick<Reach, "target" | "egress">,
  key: string,
  body: object,
): Promise<void> {
  const answer = await egress.post({
    url: `${target}/api/v1/admin/arrivals`,
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
    timeoutMs: 30 * SECOND_MS,
    maxBytes: MAX_ANSWER,
  });
  answered(target, answer);
}

function answered(target: string, answer: EgressResult): unknown {
  if (!answer.ok) throw new Error(`${target} cannot be reached: ${answer.error}.`);
  const { status, body } = answer.reply;
  const read = parsed(body);
  if (status >= 200 && status < 300) return read;
  const { success, data } = Problem.safeParse(read);
  const words = `${target} answered ${status}${success ? `: ${data.detail}` : "."}`;
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    throw new RefusedError(status, words);
  }
  throw new Error(words);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

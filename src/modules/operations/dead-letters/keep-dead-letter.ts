import type { Deps } from "#platform/ctx/ctx.ts";
import { insertLetter } from "./store.ts";

/** A D1 value holds 2 MB; a queue message 128 KB. */
const MAX_BODY = 256 * 1024;

/**
 * Keeps a message that was given up, to be looked at and tried again. Nothing that only wakes work
 * is lost without it, for the tick finds the rows; hits have no other home.
 */
export async function keepDeadLetter(
  deps: Deps,
  letter: { id: string; body: unknown; attempts: number; reason: "attempts" | "malformed" },
): Promise<void> {
  const { id, body, attempts, reason } = letter;
  deps.log("job.dead", { id, type: workTypeOf(body), attempts, reason }, "error");
  const text = JSON.stringify(body) ?? "null";
  const kept = text.length > MAX_BODY ? { type: workTypeOf(body), too_large: text.length } : body;
  await insertLetter(deps.install, { body: kept ?? null, attempts, reason, createdAt: deps.now() });
}

/** The kind of work that a message's body names. */
export const workTypeOf = (body: unknown): string =>
  typeof body === "object" && body !== null && "type" in body ? String(body.type) : "unknown";

import type { Deps } from "#core/ctx.ts";

/**
 * Tells of messages that were given up. Their ids are all that is lost: the rows behind them are
 * the truth, and the tick finds what is still due.
 */
export function keepDeadLetters(
  messages: readonly { id: string; body: unknown; attempts: number; ack(): void }[],
  deps: Deps,
): void {
  for (const message of messages) {
    deps.log("job.dead", { id: message.id, type: typeOf(message.body) }, "error");
    message.ack();
  }
}

const typeOf = (body: unknown): string =>
  typeof body === "object" && body !== null && "type" in body ? String(body.type) : "unknown";

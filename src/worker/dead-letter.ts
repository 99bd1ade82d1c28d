import type { Deps } from "#platform/ctx/ctx.ts";
import { keepDeadLetter } from "#modules/operations/dead-letters/keep-dead-letter.ts";

/** Keeps messages that the platform gave up. One that cannot be kept now comes again. */
export async function keepDeadLetters(
  messages: readonly {
    id: string;
    body: unknown;
    attempts: number;
    ack(): void;
    retry(): void;
  }[],
  deps: Deps,
): Promise<void> {
  for (const message of messages) {
    try {
      await keepDeadLetter(deps, { ...message, id: message.id, reason: "attempts" });
      message.ack();
    } catch {
      message.retry();
    }
  }
}

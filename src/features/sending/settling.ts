import type { SendResult } from "#contract/transmission.ts";
import type { Outcome } from "#domain/sending/outcome.ts";
import type { SettlingSend } from "./settle-store.ts";

/** A send as it stands, what the companion reported, and what that means. */
export type Settling = {
  readonly send: SettlingSend;
  readonly result: SendResult;
  readonly outcome: Outcome;
};

import type { SendResult } from "#platform/wire/transmission.ts";
import type { Outcome } from "#modules/delivery/rules/outcome.ts";
import type { SettlingSend } from "./settle-store.ts";

/** A send as it stands, what the companion reported, and what that means. */
export type Settling = {
  readonly send: SettlingSend;
  readonly result: SendResult;
  readonly outcome: Outcome;
};

import type { Factors } from "./factors.ts";
import type { SearchAnswer } from "./next-step.ts";

/** What a search found out about a provider. */
export type Found = {
  readonly provider: string;
  readonly answer: SearchAnswer;
  readonly cause: Factors;
  /** 0 to 1. */
  readonly sure: number;
  readonly mails: number;
};

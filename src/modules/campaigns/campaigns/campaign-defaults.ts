import type { CampaignRow } from "./store.ts";

const OOO_HOLD = { enabled: true, fallback_days: 7, business_days_after_return: 1 } as const;
const RAMP = { enabled: false, start: 10, increment: 5, ceiling: 50 } as const;

type Parts = Partial<Pick<CampaignRow, "oooHold" | "ramp">>;

/** How absence notes hold a campaign's leads. */
export const oooHoldOf = ({ oooHold }: Parts) => oooHold ?? OOO_HOLD;

/** How a campaign's daily volume grows. */
export const rampOf = ({ ramp }: Parts) => ramp ?? RAMP;

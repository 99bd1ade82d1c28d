import type { CampaignId } from "#platform/rules/ids.ts";
import type { Effects, End } from "#modules/delivery/engine/kind.ts";
import type { SettlingSend } from "./settle-store.ts";

/** The end of a try, with the send that it is about. */
export type Settling = End & { readonly send: SettlingSend };

/** Effects on sends, and campaigns that may be over by them: they end last, since what was refused may come back to the queue or pause its campaign. */
export type SendEffects = Effects & { readonly mayEnd?: readonly CampaignId[] };

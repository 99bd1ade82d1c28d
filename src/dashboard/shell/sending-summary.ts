import type { Sending } from "#modules/campaigns/contract/campaigns.ts";
import { fromServer, t } from "#dashboard/words/words.ts";

/** Codes that say that mail is on its way out, or between two mails. */
const GOING: readonly string[] = ["healthy"];

/** Whether any campaign sends, and else the sentence that says why none does. */
export function summaryOf({ campaigns, next_send_at }: Sending): {
  isSending: boolean;
  line: string;
} {
  if (campaigns.length === 0) return { isSending: false, line: t("No active campaigns.") };
  const isSending = campaigns.some(({ sending_status }) => GOING.includes(sending_status.code));
  // The one that goes on first; else the newest.
  const first =
    campaigns.find(({ sending_status }) => sending_status.next_send_at === next_send_at) ??
    campaigns[0];
  return { isSending, line: fromServer(first?.sending_status.message ?? "") };
}

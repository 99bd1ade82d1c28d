/** Kinds of receipts, as `src/docs/receipts.md` publishes them: no name ever changes its meaning. */
export const RECEIPT_KINDS = [
  "step",
  "again",
  "reply",
  "forced_reply",
  "test",
  "opt_out",
  "suppressed",
  "lifted",
  "bounced",
  "erased",
  "restored",
] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

/** What is noted for a receipt in the batch of its cause. */
export const MARK_KINDS = ["lifted", "erased", "restored"] as const;

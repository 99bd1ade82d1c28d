/** How a webhook that is off comes back: the same words wherever one stands. */
export const WEBHOOK_RECOVERY =
  "Fix the receiver, send a test, then switch the webhook on: it gets what it missed in the last three days.";

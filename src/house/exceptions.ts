/*
 * What the fences still let through. Both lists may only get shorter: an entry that nothing needs
 * any more fails the check like a new breach does.
 */

/** Imports that run against the order of modules; each waits for a hook, a kind or a move. */
export const BACKWARD: readonly string[] = [
  "modules/campaigns/settle/settle-sends.ts -> modules/inbox/replies/settle-mails.ts",
  "modules/campaigns/transmit/grant-intents.ts -> modules/inbox/replies/grant-mails.ts",
  "modules/campaigns/transmit/routes.ts -> modules/inbox/replies/sweep-outbox.ts",
  "modules/health/mailbox-health/release-mailboxes.ts -> modules/campaigns/rules/states.ts",
  "modules/health/mailbox-health/store.ts -> modules/campaigns/schema/campaigns.ts",
  "modules/health/mailbox-health/store.ts -> modules/campaigns/schema/sending.ts",
  "modules/links/tracking-domains/store.ts -> modules/tracking/schema/tracking.ts",
  "modules/mailboxes/connections/note-sending-failure.ts -> modules/delivery/rules/outcome.ts",
  "modules/mailboxes/contract/mailboxes.ts -> modules/campaigns/rules/states.ts",
  "modules/mailboxes/contract/mailboxes.ts -> modules/warmup/contract/warmup.ts",
  "modules/mailboxes/deletion/delete-mailbox.ts -> modules/campaigns/lead-events/campaign-event.ts",
  "modules/mailboxes/deletion/delete-mailbox.ts -> modules/warmup/warmups/end-warmup.ts",
  "modules/mailboxes/deletion/delete-store.ts -> modules/campaigns/schema/campaigns.ts",
  "modules/mailboxes/deletion/delete-store.ts -> modules/campaigns/schema/sending.ts",
  "modules/mailboxes/deletion/deletion-store.ts -> modules/campaigns/rules/states.ts",
  "modules/mailboxes/deletion/deletion-store.ts -> modules/campaigns/schema/campaigns.ts",
  "modules/mailboxes/deletion/deletion-store.ts -> modules/campaigns/schema/sending.ts",
  "modules/mailboxes/deletion/deletion-store.ts -> modules/delivery/schema/messages.ts",
  "modules/mailboxes/deletion/deletion-store.ts -> modules/inbox/schema/inbox.ts",
  "modules/mailboxes/mailboxes/present.ts -> modules/warmup/warmups/warmups-of.ts",
  "modules/mailboxes/mailboxes/store.ts -> modules/campaigns/schema/sending.ts",
  "modules/warmup/mailbox-care/take-warmup.ts -> modules/health/mailbox-health/judge-mailbox.ts",
  "modules/warmup/mails/plan-store.ts -> modules/campaigns/schema/campaigns.ts",
  "modules/warmup/mails/send-due.ts -> modules/campaigns/settle/last-words.ts",
];

/** SQL and rows of a module that another one reads without a verb. */
export const OPENED: readonly string[] = [];

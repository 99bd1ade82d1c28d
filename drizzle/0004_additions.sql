ALTER TABLE `mailboxes` ADD `sent_checked_at` integer;--> statement-breakpoint
CREATE INDEX `outbox_mailbox` ON `outbox` (`mailbox_id`,`finished_at`) WHERE finished_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sends_mailbox` ON `sends` (`mailbox_id`,`finished_at`) WHERE finished_at IS NOT NULL;
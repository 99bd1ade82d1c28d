ALTER TABLE `outbox` ADD `usage` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `sent_at` integer;--> statement-breakpoint
CREATE INDEX `outbox_queued` ON `outbox` (`due_at`) WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX `outbox_held` ON `outbox` (`lease_until`) WHERE lease_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_unknown` ON `outbox` (`finished_at`) WHERE state = 'unknown';--> statement-breakpoint
ALTER TABLE `resends` ADD `sent_at` integer;--> statement-breakpoint
CREATE INDEX `resends_queued` ON `resends` (`due_at`) WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX `resends_held` ON `resends` (`lease_until`) WHERE lease_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX `resends_unknown` ON `resends` (`finished_at`) WHERE state = 'unknown';--> statement-breakpoint
ALTER TABLE `warmup_mails` ADD `usage` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX `warmup_mails_queued` ON `warmup_mails` (`due_at`) WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX `warmup_mails_held` ON `warmup_mails` (`lease_until`) WHERE lease_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX `warmup_mails_unknown` ON `warmup_mails` (`finished_at`) WHERE state = 'unknown';--> statement-breakpoint
CREATE INDEX `sends_queued` ON `sends` (`due_at`) WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX `sends_held` ON `sends` (`lease_until`) WHERE lease_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sends_unknown` ON `sends` (`finished_at`) WHERE state = 'unknown';
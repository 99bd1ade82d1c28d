ALTER TABLE `tracking_domains` ADD `found` text;--> statement-breakpoint
ALTER TABLE `domain_checks` ADD `requested_at` integer;--> statement-breakpoint
CREATE INDEX `domain_checks_requested` ON `domain_checks` (`due_at`) WHERE requested_at IS NOT NULL;
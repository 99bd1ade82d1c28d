CREATE TABLE `mailbox_import_rows` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`import_id` integer NOT NULL,
	`line` integer NOT NULL,
	`email` text NOT NULL,
	`state` text NOT NULL,
	`fields` text,
	`smtp_password` text,
	`imap_password` text,
	`warmup` integer DEFAULT false NOT NULL,
	`warmup_daily_limit` integer,
	`mailbox_id` integer,
	`code` text,
	`message` text,
	`asked_at` integer,
	`asked` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mailbox_import_rows_line` ON `mailbox_import_rows` (`import_id`,`line`);--> statement-breakpoint
CREATE INDEX `mailbox_import_rows_state` ON `mailbox_import_rows` (`import_id`,`state`,`line`);--> statement-breakpoint
CREATE INDEX `mailbox_import_rows_workspace` ON `mailbox_import_rows` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `mailbox_import_rows_tested` ON `mailbox_import_rows` (`mailbox_id`) WHERE state = 'testing';--> statement-breakpoint
CREATE TABLE `mailbox_imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`name` text NOT NULL,
	`wake_at` integer,
	`created_by` integer,
	`created_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `mailbox_imports_workspace` ON `mailbox_imports` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `mailbox_imports_wake` ON `mailbox_imports` (`wake_at`) WHERE wake_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `campaign_mailboxes` ADD `by_tag` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `mailbox_tags` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `tags_due_at` integer;--> statement-breakpoint
CREATE INDEX `campaigns_mailbox_tags` ON `campaigns` (`workspace_id`) WHERE mailbox_tags <> '[]';--> statement-breakpoint
CREATE INDEX `campaigns_tags_due` ON `campaigns` (`tags_due_at`) WHERE tags_due_at IS NOT NULL;
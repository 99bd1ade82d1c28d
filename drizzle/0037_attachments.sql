CREATE TABLE `reply_drafts` (
	`message_id` text PRIMARY KEY NOT NULL,
	`workspace_id` integer NOT NULL,
	`mailbox_id` integer NOT NULL,
	`in_mailbox` integer NOT NULL,
	`due_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `reply_drafts_due` ON `reply_drafts` (`due_at`);--> statement-breakpoint
CREATE INDEX `reply_drafts_workspace` ON `reply_drafts` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `reply_files` (
	`message_id` text NOT NULL,
	`file` integer NOT NULL,
	`piece` integer NOT NULL,
	`workspace_id` integer NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`message_id`, `file`, `piece`)
);
--> statement-breakpoint
CREATE INDEX `reply_files_workspace` ON `reply_files` (`workspace_id`);--> statement-breakpoint
ALTER TABLE `messages` ADD `attachments` text DEFAULT '[]' NOT NULL;
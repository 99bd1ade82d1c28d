CREATE TABLE `reply_opt_outs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`thread_id` integer NOT NULL,
	`lead_id` integer NOT NULL,
	`source` text NOT NULL,
	`thread_status` text NOT NULL,
	`ended` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`undone_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reply_opt_outs_source` ON `reply_opt_outs` (`workspace_id`,`source`);--> statement-breakpoint
CREATE INDEX `reply_opt_outs_thread` ON `reply_opt_outs` (`workspace_id`,`thread_id`);--> statement-breakpoint
CREATE INDEX `reply_opt_outs_lead` ON `reply_opt_outs` (`workspace_id`,`lead_id`);--> statement-breakpoint
ALTER TABLE `sends` ADD `positive_at` integer;--> statement-breakpoint
ALTER TABLE `stats` ADD `positive_replies` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `category` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `category_source` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `category_words` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `category_confidence` real;--> statement-breakpoint
ALTER TABLE `messages` ADD `ai_due_at` integer;--> statement-breakpoint
CREATE INDEX `messages_ai_due` ON `messages` (`ai_due_at`) WHERE ai_due_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `threads` ADD `category` text;--> statement-breakpoint
ALTER TABLE `threads` ADD `category_source` text;--> statement-breakpoint
ALTER TABLE `threads` ADD `category_words` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `threads` ADD `category_confidence` real;--> statement-breakpoint
ALTER TABLE `threads` ADD `successor_email` text;--> statement-breakpoint
ALTER TABLE `threads` ADD `successor_name` text;--> statement-breakpoint
CREATE INDEX `threads_category` ON `threads` (`workspace_id`,`category`,`last_message_at`);--> statement-breakpoint
ALTER TABLE `suppressions` ADD `source` text;--> statement-breakpoint
CREATE INDEX `suppressions_source` ON `suppressions` (`workspace_id`,`source`) WHERE source IS NOT NULL;
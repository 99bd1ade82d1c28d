CREATE TABLE `reply_templates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`name` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reply_templates_name` ON `reply_templates` (`workspace_id`,`name`);--> statement-breakpoint
ALTER TABLE `imap_cursors` ADD `stuck_uid` integer;--> statement-breakpoint
ALTER TABLE `imap_cursors` ADD `stuck_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `threads_snoozed` ON `threads` (`snoozed_until`) WHERE snoozed_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sends_opened` ON `sends` (`workspace_id`,`lead_id`) WHERE opened_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sends_clicked` ON `sends` (`workspace_id`,`lead_id`) WHERE clicked_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sends_replied` ON `sends` (`workspace_id`,`lead_id`) WHERE replied_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sends_sent` ON `sends` (`workspace_id`,`sent_at`) WHERE sent_at IS NOT NULL;
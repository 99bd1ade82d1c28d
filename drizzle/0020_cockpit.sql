CREATE TABLE `workspace_figures` (
	`workspace_id` integer PRIMARY KEY NOT NULL,
	`seen` text NOT NULL,
	`counted_at` integer NOT NULL,
	`figures` text NOT NULL,
	`days` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `workspaces` ADD `quota_leads` integer;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `quota_mailboxes` integer;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `quota_mails` integer;--> statement-breakpoint
CREATE INDEX `campaigns_standing` ON `campaigns` (`workspace_id`,`status`,`paused_reason`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `threads_awaiting` ON `threads` (`workspace_id`,`last_message_at`) WHERE last_direction = 'inbound' AND message_count > 0 AND status NOT IN ('closed', 'not_interested', 'wrong_person', 'lost', 'out_of_office', 'do_not_contact');--> statement-breakpoint
CREATE INDEX `mailboxes_standing` ON `mailboxes` (`workspace_id`,`status`) WHERE deleted_at IS NULL;
CREATE TABLE `resends` (
	`id` integer PRIMARY KEY NOT NULL,
	`workspace_id` integer NOT NULL,
	`campaign_id` integer NOT NULL,
	`mailbox_id` integer NOT NULL,
	`state` text NOT NULL,
	`times` integer DEFAULT 1 NOT NULL,
	`asked_by` text NOT NULL,
	`asked_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`lease` text,
	`lease_until` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`usage` text DEFAULT '[]' NOT NULL,
	`smtp_code` integer,
	`smtp_response` text,
	`evidence` text,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `resends_due` ON `resends` (`state`,`due_at`);--> statement-breakpoint
CREATE INDEX `resends_lease` ON `resends` (`lease`) WHERE lease IS NOT NULL;--> statement-breakpoint
CREATE INDEX `resends_workspace` ON `resends` (`workspace_id`);--> statement-breakpoint
ALTER TABLE `campaigns` ADD `list_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX `sends_unclear` ON `sends` (`campaign_id`,`id`) WHERE state = 'unknown';
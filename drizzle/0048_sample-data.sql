CREATE TABLE `samples` (
	`workspace_id` integer PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`mailbox_id` integer,
	`list_id` integer,
	`campaign_id` integer,
	`lease` text,
	`lease_until` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `samples_state` ON `samples` (`state`);--> statement-breakpoint
CREATE TABLE `sandbox_mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`message_id` text NOT NULL,
	`ticket` text NOT NULL,
	`lease` text NOT NULL,
	`send_id` integer,
	`to_email` text NOT NULL,
	`subject` text NOT NULL,
	`is_first` integer NOT NULL,
	`has_pixel` integer NOT NULL,
	`link` text,
	`taken_at` integer NOT NULL,
	`settled_at` integer,
	`acts` integer DEFAULT 0 NOT NULL,
	`act_at` integer,
	`act_lease` text,
	`act_lease_until` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sandbox_mails_key` ON `sandbox_mails` (`workspace_id`,`message_id`);--> statement-breakpoint
CREATE INDEX `sandbox_mails_act` ON `sandbox_mails` (`act_at`) WHERE act_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sandbox_mails_unsettled` ON `sandbox_mails` (`taken_at`) WHERE settled_at IS NULL;
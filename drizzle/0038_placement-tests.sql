CREATE TABLE `install_seeds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`provider` text NOT NULL,
	`imap_host` text NOT NULL,
	`imap_port` integer NOT NULL,
	`imap_security` text NOT NULL,
	`imap_username` text NOT NULL,
	`imap_password` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `install_seeds_email` ON `install_seeds` (`email`);--> statement-breakpoint
CREATE TABLE `placement_mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`test_id` integer NOT NULL,
	`search_id` integer DEFAULT 0 NOT NULL,
	`mailbox_id` integer NOT NULL,
	`seed` text NOT NULL,
	`seed_email` text NOT NULL,
	`provider` text NOT NULL,
	`version` integer NOT NULL,
	`number` integer DEFAULT 0 NOT NULL,
	`purpose` text NOT NULL,
	`message_id` text NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`due_at` integer NOT NULL,
	`lease` text,
	`lease_until` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`usage` text DEFAULT '[]' NOT NULL,
	`smtp_code` integer,
	`smtp_response` text,
	`server_message_id` text,
	`evidence` text,
	`sent_at` integer,
	`finished_at` integer,
	`created_at` integer NOT NULL,
	`look_at` integer,
	`looks` integer DEFAULT 0 NOT NULL,
	`read_at` integer,
	`place` text,
	`placed_at` integer,
	`folder` text,
	`tab` text,
	`seen` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `placement_mails_key` ON `placement_mails` (`test_id`,`search_id`,`mailbox_id`,`seed`,`version`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `placement_mails_turn` ON `placement_mails` (`search_id`,`provider`,`number`) WHERE search_id > 0;--> statement-breakpoint
CREATE UNIQUE INDEX `placement_mails_message_id` ON `placement_mails` (`message_id`);--> statement-breakpoint
CREATE INDEX `placement_mails_server_message_id` ON `placement_mails` (`server_message_id`) WHERE server_message_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `placement_mails_queued` ON `placement_mails` (`due_at`) WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX `placement_mails_held` ON `placement_mails` (`lease_until`) WHERE lease_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX `placement_mails_unknown` ON `placement_mails` (`finished_at`) WHERE state = 'unknown';--> statement-breakpoint
CREATE INDEX `placement_mails_lease` ON `placement_mails` (`lease`) WHERE lease IS NOT NULL;--> statement-breakpoint
CREATE INDEX `placement_mails_look` ON `placement_mails` (`look_at`) WHERE look_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `placement_mails_sender` ON `placement_mails` (`mailbox_id`,`placed_at`);--> statement-breakpoint
CREATE TABLE `placement_searches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`test_id` integer NOT NULL,
	`mailbox_id` integer NOT NULL,
	`state` text NOT NULL,
	`present` integer NOT NULL,
	`providers` text NOT NULL,
	`found` text DEFAULT '[]' NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `placement_searches_test` ON `placement_searches` (`workspace_id`,`test_id`);--> statement-breakpoint
CREATE INDEX `placement_searches_running` ON `placement_searches` (`id`) WHERE state = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX `placement_searches_one` ON `placement_searches` (`test_id`) WHERE state = 'running';--> statement-breakpoint
CREATE TABLE `placement_seeds` (
	`mailbox_id` integer PRIMARY KEY NOT NULL,
	`workspace_id` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `placement_seeds_workspace` ON `placement_seeds` (`workspace_id`,`mailbox_id`);--> statement-breakpoint
CREATE TABLE `placement_tests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`campaign_id` integer,
	`step_id` integer,
	`variant` text,
	`key` text NOT NULL,
	`mail` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`cancelled_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `placement_tests_key` ON `placement_tests` (`workspace_id`,`key`);--> statement-breakpoint
CREATE INDEX `placement_tests_workspace` ON `placement_tests` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `placement_tests_old` ON `placement_tests` (`created_at`);--> statement-breakpoint
CREATE TABLE `postmaster_figures` (
	`workspace_id` integer NOT NULL,
	`domain` text NOT NULL,
	`day` text NOT NULL,
	`spam_rate` real NOT NULL,
	`entered_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `domain`, `day`)
);

CREATE TABLE `erasures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`hash_key` text NOT NULL,
	`sealed_email` text,
	`cursor` integer DEFAULT 0 NOT NULL,
	`found` text DEFAULT '[]' NOT NULL,
	`requested_by` integer,
	`created_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `erasures_open` ON `erasures` (`id`) WHERE finished_at IS NULL;--> statement-breakpoint
CREATE INDEX `erasures_hash` ON `erasures` (`hash`);--> statement-breakpoint
CREATE TABLE `first_contacts` (
	`hash` text PRIMARY KEY NOT NULL,
	`workspace_id` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `first_contacts_at` ON `first_contacts` (`at`);--> statement-breakpoint
CREATE INDEX `first_contacts_workspace` ON `first_contacts` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `install_suppressions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`hash` text NOT NULL,
	`hash_key` text NOT NULL,
	`cause` text NOT NULL,
	`from_workspace` integer,
	`version` integer NOT NULL,
	`created_by` integer,
	`created_at` integer NOT NULL,
	`removed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `install_suppressions_hash` ON `install_suppressions` (`hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `install_suppressions_version` ON `install_suppressions` (`version`);--> statement-breakpoint
CREATE INDEX `install_suppressions_standing` ON `install_suppressions` (`id`) WHERE removed_at IS NULL;--> statement-breakpoint
CREATE TABLE `suppression_copies` (
	`hash` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `workspaces` ADD `paused_at` integer;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `pause_reason` text;--> statement-breakpoint
ALTER TABLE `leads` ADD `source` text;--> statement-breakpoint
ALTER TABLE `leads` ADD `source_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `leads` ADD `source_by` text DEFAULT '' NOT NULL;
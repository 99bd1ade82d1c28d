CREATE TABLE `install_key_workspaces` (
	`key_id` integer NOT NULL,
	`workspace_id` integer NOT NULL,
	PRIMARY KEY(`key_id`, `workspace_id`)
);
--> statement-breakpoint
CREATE INDEX `install_key_workspaces_workspace` ON `install_key_workspaces` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `install_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`last_four` text NOT NULL,
	`everywhere` integer NOT NULL,
	`created_by` integer NOT NULL,
	`adopted_by` integer,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer,
	`scopes` text,
	`allow_cidrs` text,
	`expires_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `install_keys_hash` ON `install_keys` (`hash`);--> statement-breakpoint
CREATE INDEX `install_keys_creator` ON `install_keys` (`created_by`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `scopes` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `allow_cidrs` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `expires_at` integer;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `install_key_id` integer;
CREATE TABLE `lead_tags` (
	`workspace_id` integer NOT NULL,
	`tag_id` integer NOT NULL,
	`lead_id` integer NOT NULL,
	PRIMARY KEY(`tag_id`, `lead_id`)
);
--> statement-breakpoint
CREATE INDEX `lead_tags_lead` ON `lead_tags` (`workspace_id`,`lead_id`);--> statement-breakpoint
CREATE TABLE `segments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`name` text NOT NULL,
	`filter` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `segments_workspace` ON `segments` (`workspace_id`,`id`);--> statement-breakpoint
CREATE TABLE `tags` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`name` text NOT NULL,
	`key` text NOT NULL,
	`lead_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tags_key` ON `tags` (`workspace_id`,`key`);
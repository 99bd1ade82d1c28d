CREATE TABLE `import_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`url_shown` text NOT NULL,
	`every` text NOT NULL,
	`mapping` text NOT NULL,
	`sheet` text,
	`list_id` integer NOT NULL,
	`on_duplicate` text NOT NULL,
	`campaign_id` integer,
	`active` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`next_at` integer,
	`asked` integer DEFAULT false NOT NULL,
	`lease` text,
	`lease_until` integer,
	`etag` text,
	`last_modified` text,
	`content_hash` text,
	`columns` text DEFAULT '[]' NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`created_by` integer,
	`created_by_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `import_links_workspace` ON `import_links` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `import_links_due` ON `import_links` (`next_at`) WHERE next_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `link_id` integer;--> statement-breakpoint
CREATE INDEX `jobs_link` ON `jobs` (`link_id`,`id`) WHERE link_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `import_errors` ADD `column_name` text DEFAULT '' NOT NULL;
CREATE TABLE `workspace_brands` (
	`workspace_id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`accent` text,
	`sender_name` text,
	`sender_email` text,
	`logo_hash` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`logo` text
);
--> statement-breakpoint
CREATE INDEX `workspace_brands_logo` ON `workspace_brands` (`logo_hash`);--> statement-breakpoint
CREATE TABLE `workspace_hosts` (
	`workspace_id` integer PRIMARY KEY NOT NULL,
	`host` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`ssl` text DEFAULT 'pending' NOT NULL,
	`found` text,
	`checked_at` integer,
	`verified_at` integer,
	`misses` integer DEFAULT 0 NOT NULL,
	`due_at` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `workspace_hosts_host` ON `workspace_hosts` (`host`);--> statement-breakpoint
CREATE INDEX `workspace_hosts_due` ON `workspace_hosts` (`due_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `host` text;--> statement-breakpoint
ALTER TABLE `oauth_flows` ADD `host` text;--> statement-breakpoint
ALTER TABLE `oauth_flows` ADD `ticket_hash` text;--> statement-breakpoint
ALTER TABLE `oauth_flows` ADD `answer` text;--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_flows_ticket` ON `oauth_flows` (`ticket_hash`);
CREATE TABLE `campaign_approvals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`campaign_id` integer NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`fingerprint` text NOT NULL,
	`content` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	`by_user` integer,
	`by_key` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	`decided_name` text,
	`comment` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `campaign_approvals_token` ON `campaign_approvals` (`token_hash`);--> statement-breakpoint
CREATE INDEX `campaign_approvals_campaign` ON `campaign_approvals` (`workspace_id`,`campaign_id`,`id`);--> statement-breakpoint
CREATE TABLE `campaign_drafts` (
	`workspace_id` integer NOT NULL,
	`campaign_id` integer NOT NULL,
	`revision` integer NOT NULL,
	`draft` text NOT NULL,
	`restored` integer,
	`by_user` integer,
	`by_key` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `campaign_id`)
);
--> statement-breakpoint
CREATE TABLE `campaign_versions` (
	`workspace_id` integer NOT NULL,
	`campaign_id` integer NOT NULL,
	`version` integer NOT NULL,
	`kind` text NOT NULL,
	`content` text,
	`restored` integer,
	`approval_id` integer,
	`by_user` integer,
	`by_key` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `campaign_id`, `version`)
);

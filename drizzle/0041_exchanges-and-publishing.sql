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
--> statement-breakpoint
CREATE TABLE `warmup_exchange_nonces` (
	`key` text NOT NULL,
	`nonce` text NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`key`, `nonce`)
);
--> statement-breakpoint
CREATE INDEX `warmup_exchange_nonces_old` ON `warmup_exchange_nonces` (`seen_at`);--> statement-breakpoint
CREATE TABLE `warmup_exchanges` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`key` text NOT NULL,
	`side` text NOT NULL,
	`state` text NOT NULL,
	`own_name` text NOT NULL,
	`partner_name` text,
	`partner_url` text,
	`partner_key` text,
	`agreement_key` text,
	`secret` text,
	`fingerprint` text,
	`quota` integer NOT NULL,
	`mailbox_ids` text NOT NULL,
	`partner_domains` text DEFAULT '[]' NOT NULL,
	`partners` text DEFAULT '[]' NOT NULL,
	`partners_on` text,
	`call_due_at` integer,
	`trouble` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`confirmed_at` integer,
	`ended_at` integer,
	`end_reason` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `warmup_exchanges_key` ON `warmup_exchanges` (`key`);--> statement-breakpoint
CREATE INDEX `warmup_exchanges_workspace` ON `warmup_exchanges` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `warmup_exchanges_call` ON `warmup_exchanges` (`call_due_at`);--> statement-breakpoint
CREATE INDEX `warmup_exchanges_invited` ON `warmup_exchanges` (`expires_at`) WHERE state = 'invited';--> statement-breakpoint
CREATE TABLE `warmup_pool` (
	`mailbox_id` integer NOT NULL,
	`workspace_id` integer NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`timezone` text,
	`is_ready` integer NOT NULL,
	`checked_at` integer NOT NULL,
	`joined_at` integer NOT NULL,
	`left_at` integer,
	PRIMARY KEY(`workspace_id`, `mailbox_id`)
);
--> statement-breakpoint
CREATE INDEX `warmup_pool_email` ON `warmup_pool` (`email`);--> statement-breakpoint
CREATE INDEX `warmup_pool_checked` ON `warmup_pool` (`checked_at`);--> statement-breakpoint
CREATE INDEX `warmup_pool_ready` ON `warmup_pool` (`checked_at`) WHERE left_at IS NULL AND is_ready = 1;--> statement-breakpoint
CREATE INDEX `warmup_pool_left` ON `warmup_pool` (`left_at`) WHERE left_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `warmup_mails` ADD `partner_email` text;--> statement-breakpoint
ALTER TABLE `warmup_mails` ADD `partner_name` text;--> statement-breakpoint
ALTER TABLE `warmup_mails` ADD `exchange_id` integer;--> statement-breakpoint
ALTER TABLE `warmup_mails` ADD `reported_at` integer;--> statement-breakpoint
CREATE INDEX `warmup_mails_exchange` ON `warmup_mails` (`exchange_id`,`created_at`) WHERE exchange_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `warmup_mails_unreported` ON `warmup_mails` (`exchange_id`) WHERE exchange_id IS NOT NULL AND from_mailbox_id = 0 AND reported_at IS NULL;
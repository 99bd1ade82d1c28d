CREATE TABLE `domain_checks` (
	`domain` text PRIMARY KEY NOT NULL,
	`facts` text,
	`checked_at` integer,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `domain_checks_due` ON `domain_checks` (`due_at`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`kind` text NOT NULL,
	`severity` text NOT NULL,
	`title` text NOT NULL,
	`message` text NOT NULL,
	`target_kind` text NOT NULL,
	`target_id` integer,
	`dedupe_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`read_at` integer,
	`slot_at` integer NOT NULL,
	`due_at` integer,
	`batch` text,
	`attempts` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_dedupe` ON `notifications` (`workspace_id`,`dedupe_key`);--> statement-breakpoint
CREATE INDEX `notifications_workspace` ON `notifications` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`workspace_id`,`id`) WHERE read_at IS NULL;--> statement-breakpoint
CREATE INDEX `notifications_slot` ON `notifications` (`workspace_id`,`slot_at`);--> statement-breakpoint
CREATE INDEX `notifications_due` ON `notifications` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notifications_age` ON `notifications` (`created_at`);--> statement-breakpoint
CREATE TABLE `provider_calls` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`provider` text NOT NULL,
	`workspace_id` integer NOT NULL,
	`external_id` text NOT NULL,
	`body` text NOT NULL,
	`due_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `provider_calls_once` ON `provider_calls` (`provider`,`workspace_id`,`external_id`);--> statement-breakpoint
CREATE INDEX `provider_calls_due` ON `provider_calls` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `provider_calls_age` ON `provider_calls` (`created_at`);--> statement-breakpoint
CREATE INDEX `provider_calls_workspace` ON `provider_calls` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `provider_keys` (
	`workspace_id` integer NOT NULL,
	`provider` text NOT NULL,
	`key` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `provider`)
);
--> statement-breakpoint
CREATE INDEX `provider_keys_provider` ON `provider_keys` (`provider`,`workspace_id`);--> statement-breakpoint
CREATE TABLE `tracking_domains` (
	`workspace_id` integer PRIMARY KEY NOT NULL,
	`host` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`token` text NOT NULL,
	`ssl` text DEFAULT 'pending' NOT NULL,
	`checked_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tracking_domains_host` ON `tracking_domains` (`host`);--> statement-breakpoint
DROP INDEX `leads_workspace_score`;--> statement-breakpoint
ALTER TABLE `leads` ADD `score_rank` integer GENERATED ALWAYS AS (coalesce(score, -1)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `leads_workspace_score` ON `leads` (`workspace_id`,`score_rank`,`id`);--> statement-breakpoint
ALTER TABLE `suppressions` ADD `hash_only` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `mailboxes` ADD `domain` text GENERATED ALWAYS AS (substr(email, instr(email, '@') + 1)) VIRTUAL;--> statement-breakpoint
ALTER TABLE `mailboxes` ADD `connect_failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `mailboxes` ADD `recheck_at` integer;--> statement-breakpoint
CREATE INDEX `mailboxes_recheck` ON `mailboxes` (`recheck_at`) WHERE recheck_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `mailboxes_domain` ON `mailboxes` (`domain`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `sends_broken` ON `sends` (`campaign_id`) WHERE state = 'queued' AND evidence = 'template_error';
CREATE TABLE `dead_letters` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`body` text,
	`attempts` integer NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	`replay_at` integer
);
--> statement-breakpoint
CREATE INDEX `dead_letters_replay` ON `dead_letters` (`replay_at`) WHERE replay_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `dead_letters_age` ON `dead_letters` (`created_at`);--> statement-breakpoint
CREATE TABLE `domain_checks` (
	`domain` text PRIMARY KEY NOT NULL,
	`facts` text,
	`checked_at` integer,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `domain_checks_due` ON `domain_checks` (`due_at`);--> statement-breakpoint
CREATE TABLE `bookings` (
	`workspace_id` integer NOT NULL,
	`provider` text NOT NULL,
	`key` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `provider`, `key`)
);
--> statement-breakpoint
CREATE INDEX `bookings_workspace` ON `bookings` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `integrations` (
	`workspace_id` integer NOT NULL,
	`provider` text NOT NULL,
	`account_label` text NOT NULL,
	`config` text NOT NULL,
	`token_hash` text,
	`secret` text,
	`remote_uri` text,
	`connected_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `provider`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `integrations_token` ON `integrations` (`token_hash`) WHERE token_hash IS NOT NULL;--> statement-breakpoint
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
CREATE TABLE `retention` (
	`workspace_id` integer PRIMARY KEY NOT NULL,
	`hits` integer DEFAULT 0 NOT NULL,
	`events` integer DEFAULT 0 NOT NULL,
	`messages` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `system_updates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`state` text NOT NULL,
	`step` text NOT NULL,
	`from_version` text NOT NULL,
	`to_version` text NOT NULL,
	`detail` text,
	`restore_point` text,
	`started_by` integer,
	`started_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `system_updates_running` ON `system_updates` (`state`) WHERE state = 'running';--> statement-breakpoint
CREATE INDEX `system_updates_finished` ON `system_updates` (`finished_at`);--> statement-breakpoint
CREATE TABLE `tracking_domains` (
	`workspace_id` integer PRIMARY KEY NOT NULL,
	`host` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`token` text NOT NULL,
	`ssl` text DEFAULT 'pending' NOT NULL,
	`checked_at` integer,
	`verified_at` integer,
	`misses` integer DEFAULT 0 NOT NULL,
	`due_at` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tracking_domains_host` ON `tracking_domains` (`host`);--> statement-breakpoint
CREATE INDEX `tracking_domains_due` ON `tracking_domains` (`due_at`);--> statement-breakpoint
CREATE INDEX `tracking_domains_status` ON `tracking_domains` (`status`,`host`);--> statement-breakpoint
CREATE TABLE `warmup_days` (
	`workspace_id` integer NOT NULL,
	`mailbox_id` integer NOT NULL,
	`day` text NOT NULL,
	`target` integer,
	`sent` integer DEFAULT 0 NOT NULL,
	`received` integer DEFAULT 0 NOT NULL,
	`replied` integer DEFAULT 0 NOT NULL,
	`inbox` integer DEFAULT 0 NOT NULL,
	`spam` integer DEFAULT 0 NOT NULL,
	`refused` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`mailbox_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `warmup_mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`kind` text NOT NULL,
	`from_mailbox_id` integer NOT NULL,
	`to_mailbox_id` integer NOT NULL,
	`answers_id` integer,
	`message_id` text NOT NULL,
	`seed` text NOT NULL,
	`language` text NOT NULL,
	`answer_after_ms` integer,
	`state` text NOT NULL,
	`due_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`lease` text,
	`lease_until` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`smtp_code` integer,
	`smtp_response` text,
	`evidence` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`finished_at` integer,
	`placement` text,
	`placed_at` integer,
	`care` text,
	`care_due_at` integer,
	`care_tries` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `warmup_mails_message_id` ON `warmup_mails` (`message_id`);--> statement-breakpoint
CREATE INDEX `warmup_mails_due` ON `warmup_mails` (`state`,`due_at`);--> statement-breakpoint
CREATE INDEX `warmup_mails_lease` ON `warmup_mails` (`lease`) WHERE lease IS NOT NULL;--> statement-breakpoint
CREATE INDEX `warmup_mails_from` ON `warmup_mails` (`from_mailbox_id`,`state`);--> statement-breakpoint
CREATE INDEX `warmup_mails_placed` ON `warmup_mails` (`from_mailbox_id`,`placed_at`,`placement`) WHERE placed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `warmup_mails_care` ON `warmup_mails` (`care_due_at`) WHERE care IS NOT NULL;--> statement-breakpoint
CREATE INDEX `warmup_mails_recent` ON `warmup_mails` (`workspace_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `warmup_mails_answers` ON `warmup_mails` (`answers_id`) WHERE answers_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `warmup_mails_old` ON `warmup_mails` (`created_at`);--> statement-breakpoint
CREATE TABLE `warmups` (
	`mailbox_id` integer PRIMARY KEY NOT NULL,
	`workspace_id` integer NOT NULL,
	`state` text NOT NULL,
	`resume_state` text,
	`state_reason` text,
	`quarantined_until` integer,
	`judged_since` integer,
	`start_volume` integer NOT NULL,
	`daily_increment` integer NOT NULL,
	`daily_limit` integer NOT NULL,
	`reply_rate` integer NOT NULL,
	`weekdays_only` integer NOT NULL,
	`window_start` text NOT NULL,
	`window_end` text NOT NULL,
	`rescue_spam` integer NOT NULL,
	`maintenance_min` integer NOT NULL,
	`maintenance_max` integer NOT NULL,
	`days` integer DEFAULT 0 NOT NULL,
	`last_day` text,
	`rung` integer DEFAULT 0 NOT NULL,
	`planned` integer DEFAULT 0 NOT NULL,
	`plan_due_at` integer NOT NULL,
	`last_sent_at` integer,
	`started_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `warmups_workspace` ON `warmups` (`workspace_id`,`mailbox_id`);--> statement-breakpoint
CREATE INDEX `warmups_plan` ON `warmups` (`plan_due_at`);--> statement-breakpoint
DROP INDEX `leads_workspace_score`;--> statement-breakpoint
ALTER TABLE `leads` ADD `score_rank` integer GENERATED ALWAYS AS (coalesce(score, -1)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `leads_workspace_score` ON `leads` (`workspace_id`,`score_rank`,`id`);--> statement-breakpoint
ALTER TABLE `webhooks` ADD `provider` text;--> statement-breakpoint
CREATE UNIQUE INDEX `webhooks_provider` ON `webhooks` (`workspace_id`,`provider`) WHERE provider IS NOT NULL;--> statement-breakpoint
ALTER TABLE `suppressions` ADD `hash_only` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `mailboxes` ADD `domain` text GENERATED ALWAYS AS (substr(email, instr(email, '@') + 1)) VIRTUAL;--> statement-breakpoint
ALTER TABLE `mailboxes` ADD `connect_failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `mailboxes` ADD `recheck_at` integer;--> statement-breakpoint
ALTER TABLE `mailboxes` ADD `tested_at` integer;--> statement-breakpoint
ALTER TABLE `mailboxes` ADD `held_state` text;--> statement-breakpoint
ALTER TABLE `mailboxes` ADD `held_reason` text;--> statement-breakpoint
ALTER TABLE `mailboxes` ADD `held_until` integer;--> statement-breakpoint
ALTER TABLE `mailboxes` ADD `judged_since` integer;--> statement-breakpoint
CREATE INDEX `mailboxes_recheck` ON `mailboxes` (`recheck_at`) WHERE recheck_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `mailboxes_domain` ON `mailboxes` (`domain`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `mailboxes_held` ON `mailboxes` (`held_until`) WHERE held_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX `workspace_settings_retention` ON `workspace_settings` (value ->> '$.compliance.retention_days');--> statement-breakpoint
CREATE INDEX `sends_broken` ON `sends` (`campaign_id`) WHERE state = 'queued' AND evidence = 'template_error';
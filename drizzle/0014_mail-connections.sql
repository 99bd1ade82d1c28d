CREATE TABLE `oauth_clients` (
	`name` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`secret` text NOT NULL,
	`options` text DEFAULT '{}' NOT NULL,
	`updated_by` integer,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `oauth_flows` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`session_hash` text NOT NULL,
	`user_id` integer,
	`provider` text NOT NULL,
	`purpose` text NOT NULL,
	`workspace_id` integer,
	`mailbox_id` integer,
	`organisation_id` integer,
	`expect_email` text,
	`verifier` text NOT NULL,
	`nonce` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `oauth_flows_expiry` ON `oauth_flows` (`expires_at`);--> statement-breakpoint
CREATE TABLE `mail_organisation_addresses` (
	`organisation_id` integer NOT NULL,
	`email` text NOT NULL,
	`workspace_id` integer NOT NULL,
	`granted_by` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_organisation_addresses_one` ON `mail_organisation_addresses` (`organisation_id`,`email`,`workspace_id`);--> statement-breakpoint
CREATE INDEX `mail_organisation_addresses_workspace` ON `mail_organisation_addresses` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `mail_organisations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`provider` text NOT NULL,
	`name` text NOT NULL,
	`tenant` text NOT NULL,
	`domains` text DEFAULT '[]' NOT NULL,
	`admin_email` text,
	`proved_at` integer,
	`checked_at` integer,
	`lacks` text DEFAULT '[]' NOT NULL,
	`reason` text,
	`created_by` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_organisations_tenant` ON `mail_organisations` (`provider`,`tenant`);--> statement-breakpoint
CREATE TABLE `mail_grants` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`kind` text NOT NULL,
	`provider` text NOT NULL,
	`account` text NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`organisation_id` integer,
	`scopes` text DEFAULT '[]' NOT NULL,
	`state` text DEFAULT 'connected' NOT NULL,
	`reason` text,
	`refresh_token` text,
	`access_token` text,
	`access_until` integer,
	`access_renew_at` integer,
	`api_token` text,
	`api_until` integer,
	`api_renew_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`generation` integer DEFAULT 1 NOT NULL,
	`lease` text,
	`lease_until` integer,
	`retry_at` integer,
	`refreshed_at` integer,
	`granted_by` integer,
	`granted_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mail_grants_workspace` ON `mail_grants` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `mail_grants_idle` ON `mail_grants` (`refreshed_at`) WHERE state = 'connected' AND refresh_token IS NOT NULL;--> statement-breakpoint
CREATE INDEX `mail_grants_organisation` ON `mail_grants` (`organisation_id`) WHERE organisation_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `mailbox_import_rows` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`import_id` integer NOT NULL,
	`line` integer NOT NULL,
	`email` text NOT NULL,
	`state` text NOT NULL,
	`fields` text,
	`smtp_password` text,
	`imap_password` text,
	`warmup` integer DEFAULT false NOT NULL,
	`warmup_daily_limit` integer,
	`mailbox_id` integer,
	`code` text,
	`message` text,
	`asked_at` integer,
	`asked` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mailbox_import_rows_line` ON `mailbox_import_rows` (`import_id`,`line`);--> statement-breakpoint
CREATE INDEX `mailbox_import_rows_state` ON `mailbox_import_rows` (`import_id`,`state`,`line`);--> statement-breakpoint
CREATE INDEX `mailbox_import_rows_workspace` ON `mailbox_import_rows` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `mailbox_import_rows_tested` ON `mailbox_import_rows` (`mailbox_id`) WHERE state = 'testing';--> statement-breakpoint
CREATE TABLE `mailbox_imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`name` text NOT NULL,
	`wake_at` integer,
	`created_by` integer,
	`created_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `mailbox_imports_workspace` ON `mailbox_imports` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `mailbox_imports_wake` ON `mailbox_imports` (`wake_at`) WHERE wake_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `campaign_mailboxes` ADD `by_tag` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `mailbox_tags` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `tags_due_at` integer;--> statement-breakpoint
CREATE INDEX `campaigns_mailbox_tags` ON `campaigns` (`workspace_id`) WHERE mailbox_tags <> '[]';--> statement-breakpoint
CREATE INDEX `campaigns_tags_due` ON `campaigns` (`tags_due_at`) WHERE tags_due_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `server_message_id` text;--> statement-breakpoint
CREATE INDEX `outbox_server_message_id` ON `outbox` (`server_message_id`) WHERE server_message_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `resends` ADD `server_message_id` text;--> statement-breakpoint
ALTER TABLE `sends` ADD `server_message_id` text;--> statement-breakpoint
CREATE INDEX `sends_server_message_id` ON `sends` (`server_message_id`) WHERE server_message_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `mailboxes` ADD `grant_id` integer;--> statement-breakpoint
ALTER TABLE `mailboxes` ADD `road` text DEFAULT 'smtp' NOT NULL;--> statement-breakpoint
ALTER TABLE `mailboxes` ADD `group_name` text;--> statement-breakpoint
ALTER TABLE `mailboxes` ADD `replaces_ids` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `mailboxes_grant` ON `mailboxes` (`grant_id`) WHERE grant_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `warmup_mails` ADD `server_message_id` text;--> statement-breakpoint
CREATE INDEX `warmup_mails_server_message_id` ON `warmup_mails` (`server_message_id`) WHERE server_message_id IS NOT NULL;
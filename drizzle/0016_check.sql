PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_oauth_flows` (
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
INSERT INTO `__new_oauth_flows`("state_hash", "session_hash", "user_id", "provider", "purpose", "workspace_id", "mailbox_id", "organisation_id", "expect_email", "verifier", "nonce", "expires_at") SELECT "state_hash", "session_hash", "user_id", "provider", "purpose", "workspace_id", "mailbox_id", "organisation_id", "expect_email", "verifier", "nonce", "expires_at" FROM `oauth_flows`;--> statement-breakpoint
DROP TABLE `oauth_flows`;--> statement-breakpoint
ALTER TABLE `__new_oauth_flows` RENAME TO `oauth_flows`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `oauth_flows_expiry` ON `oauth_flows` (`expires_at`);--> statement-breakpoint
ALTER TABLE `mailboxes` ADD `replaces_ids` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_server_message_id` ON `outbox` (`server_message_id`) WHERE server_message_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sends_server_message_id` ON `sends` (`server_message_id`) WHERE server_message_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `warmup_mails_server_message_id` ON `warmup_mails` (`server_message_id`) WHERE server_message_id IS NOT NULL;
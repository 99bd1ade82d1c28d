CREATE TABLE `api_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`hash` text NOT NULL,
	`last_four` text NOT NULL,
	`created_by` integer,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE INDEX `api_keys_workspace` ON `api_keys` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `api_keys_creator` ON `api_keys` (`created_by`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`user_id` integer,
	`api_key_id` integer,
	`impersonator_id` integer,
	`action` text NOT NULL,
	`workspace_id` integer,
	`target_type` text,
	`target_id` text,
	`address` text NOT NULL,
	`details` text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_workspace` ON `audit_log` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_user` ON `audit_log` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_impersonator` ON `audit_log` (`impersonator_id`,`id`) WHERE impersonator_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`body_hash` text NOT NULL,
	`status` integer,
	`answer` text,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_expiry` ON `idempotency_keys` (`expires_at`);--> statement-breakpoint
CREATE TABLE `password_resets` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `password_resets_user` ON `password_resets` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `password_resets_expiry` ON `password_resets` (`expires_at`);--> statement-breakpoint
CREATE TABLE `rate_windows` (
	`key` text NOT NULL,
	`window` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`key`, `window`)
);
--> statement-breakpoint
CREATE INDEX `rate_windows_window` ON `rate_windows` (`window`);--> statement-breakpoint
CREATE TABLE `sign_in_failures` (
	`account` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`blocked_until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_failures_expiry` ON `sign_in_failures` (`expires_at`);--> statement-breakpoint
CREATE TABLE `install_settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`actor_id` integer,
	`actor_session_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`username` text NOT NULL,
	`password_hash` text NOT NULL,
	`role` text NOT NULL,
	`session_version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_username` ON `users` (`username`);--> statement-breakpoint
CREATE INDEX `users_role` ON `users` (`role`);--> statement-breakpoint
CREATE TABLE `workspace_members` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `workspace_members_pair` ON `workspace_members` (`workspace_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `workspace_members_user` ON `workspace_members` (`user_id`);--> statement-breakpoint
CREATE TABLE `workspace_settings` (
	`workspace_id` integer PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `workspaces` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`lead_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`is_client` integer DEFAULT false NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `workspaces_slug` ON `workspaces` (`slug`);--> statement-breakpoint
CREATE INDEX `workspaces_standing` ON `workspaces` (`deleted_at`,`is_client`,`id`);--> statement-breakpoint
CREATE TABLE `campaign_leads` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`campaign_id` integer NOT NULL,
	`lead_id` integer NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`skip_reason` text,
	`skip_detail` text,
	`current_step` integer DEFAULT 0 NOT NULL,
	`next_send_at` integer,
	`held_until` integer,
	`mailbox_id` integer,
	`entered_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `campaign_leads_pair` ON `campaign_leads` (`campaign_id`,`lead_id`);--> statement-breakpoint
CREATE INDEX `campaign_leads_due` ON `campaign_leads` (`campaign_id`,`status`,`next_send_at`);--> statement-breakpoint
CREATE INDEX `campaign_leads_sticky` ON `campaign_leads` (`mailbox_id`,`campaign_id`,`status`,`next_send_at`);--> statement-breakpoint
CREATE INDEX `campaign_leads_lead` ON `campaign_leads` (`workspace_id`,`lead_id`);--> statement-breakpoint
CREATE INDEX `campaign_leads_wake` ON `campaign_leads` (`held_until`) WHERE status = 'paused' AND held_until IS NOT NULL;--> statement-breakpoint
CREATE TABLE `campaign_mailboxes` (
	`workspace_id` integer NOT NULL,
	`campaign_id` integer NOT NULL,
	`mailbox_id` integer NOT NULL,
	PRIMARY KEY(`campaign_id`, `mailbox_id`)
);
--> statement-breakpoint
CREATE INDEX `campaign_mailboxes_mailbox` ON `campaign_mailboxes` (`workspace_id`,`mailbox_id`);--> statement-breakpoint
CREATE TABLE `campaigns` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`name` text NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`paused_reason` text,
	`epoch` integer DEFAULT 0 NOT NULL,
	`check_reply` integer DEFAULT true NOT NULL,
	`stop_on_auto_reply` integer DEFAULT false NOT NULL,
	`stop_for_company` integer DEFAULT false NOT NULL,
	`track_opens` integer DEFAULT true NOT NULL,
	`track_clicks` integer DEFAULT true NOT NULL,
	`ooo_hold` text,
	`schedule` text NOT NULL,
	`daily_limit` integer,
	`max_new_leads_per_day` integer DEFAULT 0 NOT NULL,
	`prioritize_new_leads` integer DEFAULT false NOT NULL,
	`ramp` text,
	`rotation` text DEFAULT 'least_recently_used' NOT NULL,
	`esp_match` text DEFAULT 'off' NOT NULL,
	`bounce_threshold_pct` real DEFAULT 5 NOT NULL,
	`bounce_min_sample` integer DEFAULT 20 NOT NULL,
	`bounce_window_days` integer DEFAULT 7 NOT NULL,
	`complaint_threshold_pct` real DEFAULT 0.1 NOT NULL,
	`allow_risky` integer DEFAULT true NOT NULL,
	`skip_if_contacted_days` integer DEFAULT 0 NOT NULL,
	`exclude_other_active_campaigns` integer DEFAULT true NOT NULL,
	`max_per_domain_per_day` integer DEFAULT 0 NOT NULL,
	`unsubscribe_header` integer DEFAULT true NOT NULL,
	`unsubscribe_footer` integer DEFAULT true NOT NULL,
	`plain_text` integer DEFAULT false NOT NULL,
	`first_email_plain_text` integer DEFAULT false NOT NULL,
	`evergreen` integer DEFAULT false NOT NULL,
	`auto_winner` integer DEFAULT false NOT NULL,
	`cc` text DEFAULT '[]' NOT NULL,
	`bcc` text DEFAULT '[]' NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`started_at` integer,
	`restarted_at` integer,
	`restart_sent` integer DEFAULT 0 NOT NULL,
	`completed_at` integer,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `campaigns_workspace` ON `campaigns` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `campaigns_status` ON `campaigns` (`status`,`id`);--> statement-breakpoint
CREATE TABLE `steps` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`campaign_id` integer NOT NULL,
	`position` integer NOT NULL,
	`delay` integer DEFAULT 0 NOT NULL,
	`delay_unit` text DEFAULT 'days' NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`body_html` text DEFAULT '' NOT NULL,
	`body_text` text DEFAULT '' NOT NULL,
	`variants` text DEFAULT '[]' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `steps_campaign` ON `steps` (`workspace_id`,`campaign_id`,`position`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`type` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`lead_id` integer,
	`campaign_id` integer,
	`send_id` integer,
	`body` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_dedupe` ON `events` (`workspace_id`,`dedupe_key`);--> statement-breakpoint
CREATE INDEX `events_lead` ON `events` (`workspace_id`,`lead_id`,`id`);--> statement-breakpoint
CREATE INDEX `events_workspace` ON `events` (`workspace_id`,`id`);--> statement-breakpoint
CREATE TABLE `hit_batches` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `hit_batches_at` ON `hit_batches` (`at`);--> statement-breakpoint
CREATE TABLE `hits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`send_id` integer NOT NULL,
	`kind` text NOT NULL,
	`url` text,
	`at` integer NOT NULL,
	`verdict` text,
	`reasons` text,
	`source` text,
	`signals` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `hits_unjudged` ON `hits` (`kind`,`at`) WHERE verdict IS NULL;--> statement-breakpoint
CREATE INDEX `hits_source` ON `hits` (`at`) WHERE source IS NOT NULL AND verdict IS NOT NULL;--> statement-breakpoint
CREATE INDEX `hits_send` ON `hits` (`workspace_id`,`send_id`,`id`);--> statement-breakpoint
CREATE TABLE `webhook_attempts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`delivery_id` integer,
	`webhook_id` integer NOT NULL,
	`event` text NOT NULL,
	`attempt` integer NOT NULL,
	`lease` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`status_code` integer,
	`response_body` text,
	`duration_ms` integer,
	`error` text
);
--> statement-breakpoint
CREATE INDEX `webhook_attempts_webhook` ON `webhook_attempts` (`workspace_id`,`webhook_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_attempts_delivery` ON `webhook_attempts` (`delivery_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_attempts_open` ON `webhook_attempts` (`started_at`) WHERE finished_at IS NULL;--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`event_id` integer NOT NULL,
	`webhook_id` integer NOT NULL,
	`state` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`lease` text,
	`lease_until` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_key` ON `webhook_deliveries` (`event_id`,`webhook_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_state` ON `webhook_deliveries` (`state`,`webhook_id`,`next_at`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`url` text NOT NULL,
	`secret` text NOT NULL,
	`events` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`consecutive_failures` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`disabled_at` integer,
	`disabled_reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhooks_workspace` ON `webhooks` (`workspace_id`,`id`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`thread_id` integer,
	`mailbox_id` integer NOT NULL,
	`lead_id` integer,
	`send_id` integer,
	`direction` text NOT NULL,
	`type` text NOT NULL,
	`from_email` text NOT NULL,
	`from_name` text DEFAULT '' NOT NULL,
	`reply_to` text,
	`to_emails` text DEFAULT '[]' NOT NULL,
	`cc_emails` text DEFAULT '[]' NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`html` text DEFAULT '' NOT NULL,
	`message_id` text NOT NULL,
	`in_reply_to` text,
	`references_ids` text DEFAULT '[]' NOT NULL,
	`matched_by` text,
	`folder` text,
	`uid_validity` text,
	`uid` integer,
	`dedupe_hash` text NOT NULL,
	`sent_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_dedupe` ON `messages` (`mailbox_id`,`direction`,`dedupe_hash`);--> statement-breakpoint
CREATE INDEX `messages_thread` ON `messages` (`workspace_id`,`thread_id`,`sent_at`);--> statement-breakpoint
CREATE INDEX `messages_send` ON `messages` (`workspace_id`,`send_id`);--> statement-breakpoint
CREATE INDEX `messages_message_id` ON `messages` (`workspace_id`,`message_id`);--> statement-breakpoint
CREATE TABLE `threads` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`lead_id` integer,
	`campaign_id` integer,
	`mailbox_id` integer NOT NULL,
	`subject` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`is_unread` integer DEFAULT true NOT NULL,
	`message_count` integer DEFAULT 0 NOT NULL,
	`last_message_at` integer NOT NULL,
	`last_direction` text NOT NULL,
	`snippet` text DEFAULT '' NOT NULL,
	`assigned_to` integer,
	`snoozed_until` integer,
	`tags` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `threads_conversation` ON `threads` (`workspace_id`,`campaign_id`,`lead_id`) WHERE campaign_id IS NOT NULL AND lead_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `threads_recent` ON `threads` (`workspace_id`,`last_message_at`,`id`);--> statement-breakpoint
CREATE INDEX `threads_status` ON `threads` (`workspace_id`,`status`,`last_message_at`);--> statement-breakpoint
CREATE INDEX `threads_lead` ON `threads` (`workspace_id`,`lead_id`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`params` text NOT NULL,
	`cursor` integer DEFAULT 0 NOT NULL,
	`total` integer,
	`done` integer DEFAULT 0 NOT NULL,
	`result` text,
	`lease` text,
	`lease_until` integer,
	`created_by` integer,
	`created_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `jobs_workspace` ON `jobs` (`workspace_id`,`kind`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_state` ON `jobs` (`state`,`lease_until`);--> statement-breakpoint
CREATE TABLE `import_errors` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`job_id` integer NOT NULL,
	`line` integer NOT NULL,
	`email` text NOT NULL,
	`code` text NOT NULL,
	`message` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `import_errors_job` ON `import_errors` (`workspace_id`,`job_id`,`id`);--> statement-breakpoint
CREATE TABLE `leads` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`email` text NOT NULL,
	`domain` text NOT NULL,
	`first_name` text DEFAULT '' NOT NULL,
	`last_name` text DEFAULT '' NOT NULL,
	`company` text DEFAULT '' NOT NULL,
	`job_title` text DEFAULT '' NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`custom` text DEFAULT '{}' NOT NULL,
	`score` integer,
	`validation_status` text,
	`validation` text,
	`validated_at` integer,
	`bounced_at` integer,
	`unsubscribed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `leads_workspace_email` ON `leads` (`workspace_id`,`email`);--> statement-breakpoint
CREATE INDEX `leads_workspace_id` ON `leads` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `leads_workspace_domain` ON `leads` (`workspace_id`,`domain`);--> statement-breakpoint
CREATE INDEX `leads_workspace_status` ON `leads` (`workspace_id`,`validation_status`,`id`);--> statement-breakpoint
CREATE INDEX `leads_workspace_score` ON `leads` (`workspace_id`,CASE WHEN score IS NULL THEN -1 ELSE score END,`id`);--> statement-breakpoint
CREATE TABLE `list_leads` (
	`workspace_id` integer NOT NULL,
	`list_id` integer NOT NULL,
	`lead_id` integer NOT NULL,
	PRIMARY KEY(`list_id`, `lead_id`)
);
--> statement-breakpoint
CREATE INDEX `list_leads_lead` ON `list_leads` (`workspace_id`,`lead_id`);--> statement-breakpoint
CREATE TABLE `lists` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`name` text NOT NULL,
	`lead_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `lists_workspace` ON `lists` (`workspace_id`,`id`);--> statement-breakpoint
CREATE TABLE `suppressions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`kind` text NOT NULL,
	`value` text,
	`hash` text NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `suppressions_hash` ON `suppressions` (`workspace_id`,`kind`,`hash`);--> statement-breakpoint
CREATE INDEX `suppressions_value` ON `suppressions` (`workspace_id`,`kind`,`value`);--> statement-breakpoint
CREATE TABLE `imap_cursors` (
	`workspace_id` integer NOT NULL,
	`mailbox_id` integer NOT NULL,
	`folder` text NOT NULL,
	`uid_validity` text NOT NULL,
	`last_uid` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`mailbox_id`, `folder`)
);
--> statement-breakpoint
CREATE TABLE `mailboxes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`email` text NOT NULL,
	`from_name` text NOT NULL,
	`reply_to` text,
	`smtp_host` text NOT NULL,
	`smtp_port` integer NOT NULL,
	`smtp_security` text DEFAULT 'auto' NOT NULL,
	`smtp_username` text NOT NULL,
	`smtp_password` text NOT NULL,
	`imap_host` text,
	`imap_port` integer,
	`imap_security` text DEFAULT 'auto' NOT NULL,
	`imap_username` text,
	`imap_password` text,
	`daily_limit` integer NOT NULL,
	`min_gap_seconds` integer NOT NULL,
	`gap_jitter_seconds` integer NOT NULL,
	`ramp_enabled` integer DEFAULT true NOT NULL,
	`ramp_increment` integer DEFAULT 2 NOT NULL,
	`signature_html` text DEFAULT '' NOT NULL,
	`signature_text` text DEFAULT '' NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`timezone` text,
	`tracking_domain` text,
	`save_to_sent` integer DEFAULT true NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`status_message` text,
	`last_error_at` integer,
	`auth_failures` integer DEFAULT 0 NOT NULL,
	`next_send_at` integer,
	`last_sent_at` integer,
	`sync_due_at` integer,
	`sync_lease_until` integer,
	`last_sync_at` integer,
	`sync_failures` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mailboxes_email` ON `mailboxes` (`workspace_id`,`email`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `mailboxes_workspace` ON `mailboxes` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `mailboxes_sync` ON `mailboxes` (`sync_due_at`) WHERE deleted_at IS NULL AND imap_host IS NOT NULL;--> statement-breakpoint
CREATE TABLE `daily_usage` (
	`workspace_id` integer NOT NULL,
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`day` text NOT NULL,
	`used` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`workspace_id`, `scope`, `key`, `day`)
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`message_id` integer PRIMARY KEY NOT NULL,
	`workspace_id` integer NOT NULL,
	`thread_id` integer NOT NULL,
	`mailbox_id` integer NOT NULL,
	`state` text NOT NULL,
	`send_at` integer,
	`due_at` integer NOT NULL,
	`lease` text,
	`lease_until` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`bcc` text DEFAULT '[]' NOT NULL,
	`force` integer DEFAULT false NOT NULL,
	`snippet` text DEFAULT '' NOT NULL,
	`smtp_code` integer,
	`smtp_response` text,
	`evidence` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`state`,`due_at`);--> statement-breakpoint
CREATE INDEX `outbox_thread` ON `outbox` (`workspace_id`,`thread_id`,`message_id`);--> statement-breakpoint
CREATE TABLE `sends` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`campaign_id` integer NOT NULL,
	`enrolment_id` integer NOT NULL,
	`lead_id` integer NOT NULL,
	`step_id` integer NOT NULL,
	`step` integer NOT NULL,
	`variant` text DEFAULT 'control' NOT NULL,
	`mailbox_id` integer NOT NULL,
	`state` text NOT NULL,
	`due_at` integer NOT NULL,
	`lease` text,
	`lease_until` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`usage` text DEFAULT '[]' NOT NULL,
	`message_id` text NOT NULL,
	`to_email` text NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`smtp_code` integer,
	`smtp_response` text,
	`evidence` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`finished_at` integer,
	`opened_at` integer,
	`clicked_at` integer,
	`replied_at` integer,
	`bounced_at` integer,
	`bounce_type` text,
	`unsubscribed_at` integer,
	`complained_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sends_key` ON `sends` (`campaign_id`,`lead_id`,`step_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `sends_message_id` ON `sends` (`message_id`);--> statement-breakpoint
CREATE INDEX `sends_due` ON `sends` (`state`,`due_at`);--> statement-breakpoint
CREATE INDEX `sends_lease` ON `sends` (`lease`) WHERE lease IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sends_lead` ON `sends` (`workspace_id`,`lead_id`,`id`);--> statement-breakpoint
CREATE INDEX `sends_enrolment` ON `sends` (`enrolment_id`,`step`);--> statement-breakpoint
CREATE INDEX `sends_campaign` ON `sends` (`workspace_id`,`campaign_id`,`id`);--> statement-breakpoint
CREATE INDEX `sends_hard_bounces` ON `sends` (`campaign_id`,`bounced_at`) WHERE bounce_type = 'hard';--> statement-breakpoint
CREATE INDEX `sends_complaints` ON `sends` (`workspace_id`,`complained_at`) WHERE complained_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `stats` (
	`workspace_id` integer NOT NULL,
	`campaign_id` integer NOT NULL,
	`dimension` text NOT NULL,
	`key` text NOT NULL,
	`leads` integer DEFAULT 0 NOT NULL,
	`contacted` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`unknown` integer DEFAULT 0 NOT NULL,
	`opens` integer DEFAULT 0 NOT NULL,
	`unique_opens` integer DEFAULT 0 NOT NULL,
	`machine_opens` integer DEFAULT 0 NOT NULL,
	`clicks` integer DEFAULT 0 NOT NULL,
	`unique_clicks` integer DEFAULT 0 NOT NULL,
	`machine_clicks` integer DEFAULT 0 NOT NULL,
	`replies` integer DEFAULT 0 NOT NULL,
	`unique_replies` integer DEFAULT 0 NOT NULL,
	`auto_replies` integer DEFAULT 0 NOT NULL,
	`bounces` integer DEFAULT 0 NOT NULL,
	`soft_bounces` integer DEFAULT 0 NOT NULL,
	`unsubscribes` integer DEFAULT 0 NOT NULL,
	`complaints` integer DEFAULT 0 NOT NULL,
	`meetings_booked` integer DEFAULT 0 NOT NULL,
	`completed` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`workspace_id`, `campaign_id`, `dimension`, `key`)
);
--> statement-breakpoint
CREATE TABLE `dns_routes` (
	`domain` text PRIMARY KEY NOT NULL,
	`route` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dns_routes_expires` ON `dns_routes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `validation_retries` (
	`lead_id` integer PRIMARY KEY NOT NULL,
	`workspace_id` integer NOT NULL,
	`attempts` integer NOT NULL,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `validation_retries_due` ON `validation_retries` (`due_at`,`workspace_id`);
CREATE TABLE `move_boxes` (
	`move_id` integer NOT NULL,
	`workspace_id` integer NOT NULL,
	`email` text NOT NULL,
	`mailbox_id` integer,
	`folders` text DEFAULT '{}' NOT NULL,
	`checked_at` integer,
	`problem` text,
	`set_at` integer,
	PRIMARY KEY(`move_id`, `workspace_id`, `email`)
);
--> statement-breakpoint
CREATE INDEX `move_boxes_workspace` ON `move_boxes` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `move_campaigns` (
	`move_id` integer NOT NULL,
	`ref` text NOT NULL,
	`client` text DEFAULT '' NOT NULL,
	`left_out` integer DEFAULT false NOT NULL,
	`time_zone` text,
	`unknown_places` text,
	`unknown_step` integer,
	`workspace_id` integer,
	`campaign_id` integer,
	`start` text DEFAULT 'none' NOT NULL,
	`off_confirmed_at` integer,
	`off_seen_at` integer,
	`problem` text,
	`making_at` integer,
	`started_at` integer,
	PRIMARY KEY(`move_id`, `ref`)
);
--> statement-breakpoint
CREATE INDEX `move_campaigns_campaign` ON `move_campaigns` (`workspace_id`,`campaign_id`);--> statement-breakpoint
CREATE TABLE `move_clients` (
	`move_id` integer NOT NULL,
	`ref` text NOT NULL,
	`name` text NOT NULL,
	`choice` text,
	`workspace_id` integer,
	`new_name` text,
	`new_slug` text,
	`problem` text,
	`moved_at` integer,
	PRIMARY KEY(`move_id`, `ref`)
);
--> statement-breakpoint
CREATE INDEX `move_clients_workspace` ON `move_clients` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `move_found` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`move_id` integer NOT NULL,
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`client` text DEFAULT '' NOT NULL,
	`campaign` text DEFAULT '' NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`data` text NOT NULL,
	`waiting` integer DEFAULT true NOT NULL,
	`workspace_id` integer,
	`our_id` integer,
	`note` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `move_found_ref` ON `move_found` (`move_id`,`kind`,`ref`);--> statement-breakpoint
CREATE INDEX `move_found_campaign` ON `move_found` (`move_id`,`kind`,`campaign`,`email`);--> statement-breakpoint
CREATE INDEX `move_found_waiting` ON `move_found` (`move_id`,`kind`,`client`,`id`) WHERE waiting = 1;--> statement-breakpoint
CREATE INDEX `move_found_email` ON `move_found` (`email`);--> statement-breakpoint
CREATE INDEX `move_found_workspace` ON `move_found` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `move_mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`move_id` integer NOT NULL,
	`workspace_id` integer NOT NULL,
	`mailbox` text NOT NULL,
	`folder` text NOT NULL,
	`uid_validity` text NOT NULL,
	`uid` integer NOT NULL,
	`direction` text NOT NULL,
	`email` text NOT NULL,
	`message_id` text,
	`original_id` text,
	`in_reply_to` text,
	`subject` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`automatic` integer DEFAULT false NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `move_mails_place` ON `move_mails` (`move_id`,`workspace_id`,`mailbox`,`folder`,`uid_validity`,`uid`);--> statement-breakpoint
CREATE INDEX `move_mails_email` ON `move_mails` (`move_id`,`email`);--> statement-breakpoint
CREATE INDEX `move_mails_workspace` ON `move_mails` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `moves` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer,
	`rival` text NOT NULL,
	`state` text NOT NULL,
	`goal` text NOT NULL,
	`hash` text NOT NULL,
	`key` text,
	`base_url` text,
	`cursor` text,
	`doing` text DEFAULT '' NOT NULL,
	`requests` integer DEFAULT 0 NOT NULL,
	`waited_ms` integer DEFAULT 0 NOT NULL,
	`last_requests` integer,
	`read_started_at` integer,
	`read_at` integer,
	`trouble` text,
	`troubles` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`lease` text,
	`lease_until` integer,
	`watch_until` integer,
	`news_at` integer,
	`news_cursor` text,
	`news_since` integer,
	`created_by` integer,
	`created_by_key` text,
	`created_by_name` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `moves_workspace` ON `moves` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `moves_due` ON `moves` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `moves_watched` ON `moves` (`watch_until`) WHERE state = 'started';--> statement-breakpoint
CREATE INDEX `moves_ended` ON `moves` (`ended_at`) WHERE ended_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `moves_news` ON `moves` (`news_at`) WHERE news_at IS NOT NULL;
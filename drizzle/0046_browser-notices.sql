CREATE TABLE `push_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`subscription_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`cause` text NOT NULL,
	`kind` text NOT NULL,
	`thread_id` integer,
	`amount` integer NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer,
	`lease` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`tried_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_messages_cause` ON `push_messages` (`cause`,`subscription_id`);--> statement-breakpoint
CREATE INDEX `push_messages_due` ON `push_messages` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `push_messages_tried` ON `push_messages` (`user_id`,`tried_at`);--> statement-breakpoint
CREATE INDEX `push_messages_age` ON `push_messages` (`created_at`);--> statement-breakpoint
CREATE INDEX `push_messages_workspace` ON `push_messages` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`session_id` text NOT NULL,
	`session_version` integer NOT NULL,
	`hash` text NOT NULL,
	`target` text NOT NULL,
	`device` text NOT NULL,
	`kinds` text NOT NULL,
	`created_at` integer NOT NULL,
	`notified_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_hash` ON `push_subscriptions` (`hash`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
CREATE TABLE `push_causes` (
	`key` text PRIMARY KEY NOT NULL,
	`workspace_id` integer NOT NULL,
	`kind` text NOT NULL,
	`thread_id` integer,
	`user_id` integer,
	`amount` integer NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `push_causes_due` ON `push_causes` (`due_at`);--> statement-breakpoint
CREATE INDEX `push_causes_workspace` ON `push_causes` (`workspace_id`,`due_at`);
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
DROP INDEX `leads_workspace_score`;--> statement-breakpoint
ALTER TABLE `leads` ADD `score_rank` integer GENERATED ALWAYS AS (coalesce(score, -1)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `leads_workspace_score` ON `leads` (`workspace_id`,`score_rank`,`id`);--> statement-breakpoint
ALTER TABLE `suppressions` ADD `hash_only` integer DEFAULT false NOT NULL;
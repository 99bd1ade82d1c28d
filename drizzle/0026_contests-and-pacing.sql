CREATE TABLE `contests` (
	`workspace_id` integer NOT NULL,
	`step_id` integer NOT NULL,
	`number` integer NOT NULL,
	`campaign_id` integer NOT NULL,
	`metric` text NOT NULL,
	`window_days` integer NOT NULL,
	`arms` text NOT NULL,
	`dropped` text DEFAULT '[]' NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`winner` text,
	`tallies` text DEFAULT '[]' NOT NULL,
	`tallied_until` integer,
	`recounted_at` integer,
	`look_at` integer,
	`started_at` integer NOT NULL,
	`decided_at` integer,
	`applied_at` integer,
	`undone_at` integer,
	`before` text,
	PRIMARY KEY(`workspace_id`, `step_id`, `number`)
);
--> statement-breakpoint
CREATE INDEX `contests_due` ON `contests` (`look_at`) WHERE look_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `contests_campaign` ON `contests` (`workspace_id`,`campaign_id`);--> statement-breakpoint
CREATE TABLE `paces` (
	`workspace_id` integer NOT NULL,
	`domain` text NOT NULL,
	`recipients` text NOT NULL,
	`base` integer,
	`since` text NOT NULL,
	`refusals` integer DEFAULT 0 NOT NULL,
	`refused_at` integer,
	`refusal` text,
	`held_until` integer,
	`halved_from` integer,
	`halved_until` integer,
	`junk_state` text,
	`junk_note` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `domain`, `recipients`)
);
--> statement-breakpoint
ALTER TABLE `campaigns` ADD `winner_metric` text DEFAULT 'reply' NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `winner_window_days` integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE `steps` ADD `contest` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `sends` ADD `contest` integer;--> statement-breakpoint
ALTER TABLE `sends` ADD `split` text;--> statement-breakpoint
CREATE INDEX `sends_contest` ON `sends` (`step_id`,`contest`,`sent_at`) WHERE split IS NOT NULL AND sent_at IS NOT NULL;--> statement-breakpoint
UPDATE `workspace_settings` SET `value` = json_set(`value`, '$.pacing_before', json('true'));
--> statement-breakpoint
INSERT INTO `workspace_settings` (`workspace_id`, `value`, `updated_at`)
SELECT `id`, '{"pacing_before":true}', `created_at` FROM `workspaces` WHERE 1
ON CONFLICT (`workspace_id`) DO NOTHING;

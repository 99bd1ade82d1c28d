DROP INDEX `leads_workspace_score`;--> statement-breakpoint
ALTER TABLE `leads` ADD `score_rank` integer GENERATED ALWAYS AS (coalesce(score, -1)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `leads_workspace_score` ON `leads` (`workspace_id`,`score_rank`,`id`);--> statement-breakpoint
ALTER TABLE `suppressions` ADD `hash_only` integer DEFAULT false NOT NULL;
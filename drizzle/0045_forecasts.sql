CREATE TABLE `forecasts` (
	`workspace_id` integer NOT NULL,
	`campaign_id` integer NOT NULL,
	`made_on` text NOT NULL,
	`made_at` integer NOT NULL,
	`expected` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `campaign_id`, `made_on`)
);
--> statement-breakpoint
CREATE INDEX `forecasts_old` ON `forecasts` (`made_on`);
CREATE TABLE `job_files` (
	`job_id` integer NOT NULL,
	`part` integer NOT NULL,
	`workspace_id` integer NOT NULL,
	`packed` text NOT NULL,
	PRIMARY KEY(`job_id`, `part`)
);
--> statement-breakpoint
CREATE INDEX `job_files_workspace` ON `job_files` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `validation_results` (
	`job_id` integer NOT NULL,
	`first` integer NOT NULL,
	`workspace_id` integer NOT NULL,
	`results` text NOT NULL,
	PRIMARY KEY(`job_id`, `first`)
);
--> statement-breakpoint
CREATE INDEX `validation_results_workspace` ON `validation_results` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `validation_rows` (
	`job_id` integer NOT NULL,
	`first` integer NOT NULL,
	`workspace_id` integer NOT NULL,
	`rows` text NOT NULL,
	PRIMARY KEY(`job_id`, `first`)
);
--> statement-breakpoint
CREATE INDEX `validation_rows_workspace` ON `validation_rows` (`workspace_id`);
CREATE TABLE `usage_months` (
	`month` text NOT NULL,
	`workspace_id` integer NOT NULL,
	`requests` integer NOT NULL,
	`statements` integer NOT NULL,
	`rows_read` integer,
	`rows_written` integer,
	`queue_operations` integer NOT NULL,
	`bytes` integer,
	`first_at` integer NOT NULL,
	PRIMARY KEY(`month`, `workspace_id`)
);

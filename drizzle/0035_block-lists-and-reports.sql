CREATE TABLE `listings` (
	`workspace_id` integer NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`use` text NOT NULL,
	`answer` text DEFAULT 'unknown' NOT NULL,
	`reason` text DEFAULT 'not_asked',
	`codes` text DEFAULT '[]' NOT NULL,
	`since` integer,
	`asked_at` integer,
	`due_at` integer NOT NULL,
	`reported` text,
	`changed_at` integer,
	PRIMARY KEY(`workspace_id`, `list`, `name`)
);
--> statement-breakpoint
CREATE INDEX `listings_listed` ON `listings` (`workspace_id`,`answer`);--> statement-breakpoint
CREATE TABLE `reputation_runs` (
	`workspace_id` integer PRIMARY KEY NOT NULL,
	`lists_due_at` integer NOT NULL,
	`reports_due_at` integer NOT NULL,
	`report_mailbox` integer,
	`auth_server` text,
	`destinations` text DEFAULT '[]' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `reputation_runs_lists` ON `reputation_runs` (`lists_due_at`);--> statement-breakpoint
CREATE INDEX `reputation_runs_reports` ON `reputation_runs` (`reports_due_at`);--> statement-breakpoint
CREATE TABLE `report_rows` (
	`workspace_id` integer NOT NULL,
	`report_id` integer NOT NULL,
	`n` integer NOT NULL,
	`day` text NOT NULL,
	`domain` text NOT NULL,
	`source` text NOT NULL,
	`owner` text NOT NULL,
	`provider` text,
	`mails` integer NOT NULL,
	`disposition` text NOT NULL,
	`dkim_aligned` integer NOT NULL,
	`spf_aligned` integer NOT NULL,
	`dkim_domain` text,
	`dkim_selector` text,
	`spf_domain` text,
	PRIMARY KEY(`report_id`, `n`)
);
--> statement-breakpoint
CREATE INDEX `report_rows_day` ON `report_rows` (`workspace_id`,`day`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`kind` text NOT NULL,
	`standing` text NOT NULL,
	`sender` text NOT NULL,
	`reporter` text NOT NULL,
	`report_id` text NOT NULL,
	`domain` text NOT NULL,
	`begin_at` integer NOT NULL,
	`end_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`policy` text DEFAULT '' NOT NULL,
	`row_count` integer DEFAULT 0 NOT NULL,
	`messages` integer DEFAULT 0 NOT NULL,
	`flaw` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`workspace_id`,`kind`,`standing`,`sender`,`report_id`,`domain`,`begin_at`);--> statement-breakpoint
CREATE INDEX `reports_received` ON `reports` (`workspace_id`,`kind`,`received_at`);--> statement-breakpoint
CREATE INDEX `reports_begin` ON `reports` (`workspace_id`,`begin_at`);--> statement-breakpoint
CREATE TABLE `tls_rows` (
	`workspace_id` integer NOT NULL,
	`report_id` integer NOT NULL,
	`n` integer NOT NULL,
	`day` text NOT NULL,
	`domain` text NOT NULL,
	`policy` text NOT NULL,
	`failure` text NOT NULL,
	`mx` text NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`report_id`, `n`)
);
--> statement-breakpoint
CREATE INDEX `tls_rows_day` ON `tls_rows` (`workspace_id`,`day`);
CREATE TABLE `receipt_chains` (
	`workspace_id` integer PRIMARY KEY NOT NULL,
	`salt` text NOT NULL,
	`day` text DEFAULT '' NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	`last` text DEFAULT '' NOT NULL,
	`head` text DEFAULT '' NOT NULL,
	`epoch` integer DEFAULT 0 NOT NULL,
	`began_at` integer NOT NULL,
	`read_to` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `receipt_chains_open` ON `receipt_chains` (`day`) WHERE count > 0;--> statement-breakpoint
CREATE TABLE `receipt_heads` (
	`workspace_id` integer NOT NULL,
	`day` text NOT NULL,
	`count` integer NOT NULL,
	`last` text NOT NULL,
	`previous` text NOT NULL,
	`at` integer NOT NULL,
	`key` text NOT NULL,
	`signature` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `receipt_marks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`kind` text NOT NULL,
	`at` integer NOT NULL,
	`about` text DEFAULT '' NOT NULL,
	`is_domain` integer DEFAULT 0 NOT NULL,
	`detail` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `receipt_marks_workspace` ON `receipt_marks` (`workspace_id`,`id`);--> statement-breakpoint
CREATE TABLE `receipt_people` (
	`workspace_id` integer NOT NULL,
	`hash` text NOT NULL,
	`salt` text NOT NULL,
	`commitment` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `hash`)
);
--> statement-breakpoint
CREATE TABLE `receipts` (
	`workspace_id` integer NOT NULL,
	`day` text NOT NULL,
	`seq` integer NOT NULL,
	`kind` text NOT NULL,
	`at` integer NOT NULL,
	`cause` text NOT NULL,
	`person` text DEFAULT '' NOT NULL,
	`domain` text DEFAULT '' NOT NULL,
	`step` text DEFAULT '' NOT NULL,
	`detail` text DEFAULT '' NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `day`, `seq`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_cause` ON `receipts` (`workspace_id`,`cause`);--> statement-breakpoint
CREATE INDEX `outbox_finished` ON `outbox` (`finished_at`,`message_id`) WHERE finished_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `resends_finished` ON `resends` (`finished_at`,`id`) WHERE finished_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sends_finished` ON `sends` (`finished_at`,`id`) WHERE finished_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `placement_mails_finished` ON `placement_mails` (`finished_at`,`id`) WHERE finished_at IS NOT NULL;
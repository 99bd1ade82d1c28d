CREATE TABLE `templates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`content` text NOT NULL,
	`step_count` integer NOT NULL,
	`subject` text NOT NULL,
	`excerpt` text NOT NULL,
	`created_by` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `templates_name` ON `templates` (`kind`,`name`);--> statement-breakpoint
CREATE INDEX `templates_kind` ON `templates` (`kind`,`id`);--> statement-breakpoint
DROP INDEX `audit_log_workspace`;--> statement-breakpoint
DROP INDEX `audit_log_user`;--> statement-breakpoint
DROP INDEX `audit_log_action`;--> statement-breakpoint
DROP INDEX `audit_log_impersonator`;--> statement-breakpoint
CREATE INDEX `audit_log_time` ON `audit_log` (`at`);--> statement-breakpoint
CREATE INDEX `audit_log_target` ON `audit_log` (`target_type`,`target_id`,`at`) WHERE target_type IS NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_log_api_key` ON `audit_log` (`api_key_id`,`at`) WHERE api_key_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_log_install_key` ON `audit_log` (`install_key_id`,`at`) WHERE install_key_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_log_workspace` ON `audit_log` (`workspace_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_user` ON `audit_log` (`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_impersonator` ON `audit_log` (`impersonator_id`,`at`) WHERE impersonator_id IS NOT NULL;
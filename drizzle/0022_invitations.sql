CREATE TABLE `email_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`from_email` text NOT NULL,
	`to_email` text NOT NULL,
	`session_id` text NOT NULL,
	`session_version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`confirmed_at` integer,
	`undo_hash` text NOT NULL,
	`undo_until` integer,
	`seed` text NOT NULL,
	`hash` text NOT NULL,
	`mail_at` integer,
	`mailed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_changes_hash` ON `email_changes` (`hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `email_changes_undo` ON `email_changes` (`undo_hash`);--> statement-breakpoint
CREATE INDEX `email_changes_user` ON `email_changes` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `email_changes_session` ON `email_changes` (`session_id`);--> statement-breakpoint
CREATE INDEX `email_changes_expiry` ON `email_changes` (`expires_at`);--> statement-breakpoint
CREATE INDEX `email_changes_mail` ON `email_changes` (`mail_at`);--> statement-breakpoint
CREATE TABLE `invitation_workspaces` (
	`invitation_id` integer NOT NULL,
	`workspace_id` integer NOT NULL,
	PRIMARY KEY(`invitation_id`, `workspace_id`)
);
--> statement-breakpoint
CREATE INDEX `invitation_workspaces_workspace` ON `invitation_workspaces` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`invited_by` integer,
	`install_key_id` integer,
	`created_at` integer NOT NULL,
	`sent_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`seed` text NOT NULL,
	`hash` text NOT NULL,
	`mail_at` integer,
	`mailed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_email` ON `invitations` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_hash` ON `invitations` (`hash`);--> statement-breakpoint
CREATE INDEX `invitations_expiry` ON `invitations` (`expires_at`);--> statement-breakpoint
CREATE INDEX `invitations_mail` ON `invitations` (`mail_at`);
CREATE TABLE `mail_drafts` (
	`workspace_id` integer NOT NULL,
	`grant_id` integer NOT NULL,
	`message_id` text NOT NULL,
	`ticket` text NOT NULL,
	`lease` text NOT NULL,
	`state` text NOT NULL,
	`digest` text NOT NULL,
	`draft_id` text,
	`thread` text,
	`given_id` text,
	`asked_at` integer,
	`look_at` integer NOT NULL,
	`looks` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `grant_id`, `message_id`)
);
--> statement-breakpoint
CREATE INDEX `mail_drafts_look` ON `mail_drafts` (`look_at`);
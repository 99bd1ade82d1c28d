ALTER TABLE `imap_cursors` ADD `stuck_uid` integer;--> statement-breakpoint
ALTER TABLE `imap_cursors` ADD `stuck_tries` integer DEFAULT 0 NOT NULL;
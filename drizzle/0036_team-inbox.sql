CREATE TABLE `message_index` (
	`id` integer PRIMARY KEY NOT NULL,
	`up_to` integer DEFAULT 0 NOT NULL,
	`removed` integer DEFAULT 0 NOT NULL,
	`cleaned` integer DEFAULT 0 NOT NULL,
	`is_cleaning` integer DEFAULT false NOT NULL,
	`cleaned_at` integer
);
--> statement-breakpoint
CREATE TABLE `thread_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`thread_id` integer NOT NULL,
	`author_id` integer,
	`author_name` text NOT NULL,
	`text` text NOT NULL,
	`mentions` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `thread_notes_thread` ON `thread_notes` (`workspace_id`,`thread_id`,`id`);--> statement-breakpoint
CREATE TABLE `thread_presence` (
	`workspace_id` integer NOT NULL,
	`thread_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`doing` text NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `thread_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `thread_presence_until` ON `thread_presence` (`until`);--> statement-breakpoint
ALTER TABLE `notifications` ADD `user_id` integer;--> statement-breakpoint
ALTER TABLE `threads` ADD `waiting_since` integer;--> statement-breakpoint
CREATE INDEX `threads_waiting` ON `threads` (`workspace_id`,`waiting_since`) WHERE waiting_since IS NOT NULL;--> statement-breakpoint
CREATE INDEX `threads_assigned` ON `threads` (`workspace_id`,`assigned_to`) WHERE assigned_to IS NOT NULL;--> statement-breakpoint
-- Written by hand from here on: the words of messages (FTS5, which schema files cannot say). The index keeps no text.
-- Messages come into it by a sweep, a few at a time; the triggers take out what is deleted or blanked.
CREATE VIRTUAL TABLE `message_search` USING fts5(`workspace_id`, `people`, `subject`, `text`,
  content='', contentless_delete=1, prefix='2 3 4', tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
INSERT INTO `message_index` (`id`) VALUES (1);
--> statement-breakpoint
CREATE TRIGGER `message_search_delete` AFTER DELETE ON `messages` WHEN old.`type` IN ('reply', 'auto_reply', 'manual') BEGIN
  DELETE FROM `message_search` WHERE `rowid` = old.`id`;
  UPDATE `message_index` SET `removed` = `removed` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `message_search_blank` AFTER UPDATE OF `text`, `subject`, `from_email` ON `messages`
WHEN old.`type` IN ('reply', 'auto_reply', 'manual')
  AND (old.`text` <> new.`text` OR old.`subject` <> new.`subject` OR old.`from_email` <> new.`from_email`) BEGIN
  DELETE FROM `message_search` WHERE `rowid` = old.`id`;
  UPDATE `message_index` SET `removed` = `removed` + 1;
END;

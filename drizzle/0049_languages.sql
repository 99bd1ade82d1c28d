ALTER TABLE `users` ADD `language` text;--> statement-breakpoint
ALTER TABLE `invitations` ADD `language` text;--> statement-breakpoint
ALTER TABLE `notifications` ADD `phrases` text;
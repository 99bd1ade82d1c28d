CREATE TABLE `sign_in_sources` (
	`user_id` integer NOT NULL,
	`source` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `source`)
);
--> statement-breakpoint
CREATE INDEX `sign_in_sources_expiry` ON `sign_in_sources` (`expires_at`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `adopted_by` integer;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `kept_without_creator` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `created_by` integer;--> statement-breakpoint
CREATE INDEX `workspaces_creator` ON `workspaces` (`created_by`) WHERE created_by IS NOT NULL;--> statement-breakpoint
ALTER TABLE `suppressions` ADD `hash_key` text;--> statement-breakpoint
CREATE INDEX `suppressions_unkeyed` ON `suppressions` (`id`) WHERE hash_key IS NULL;
--> statement-breakpoint
UPDATE `api_keys` SET `kept_without_creator` = true WHERE `revoked_at` IS NULL AND NOT EXISTS (
	SELECT 1 FROM `users` u WHERE u.`id` = `api_keys`.`created_by` AND (u.`role` IN ('super_admin', 'admin') OR EXISTS (
		SELECT 1 FROM `workspace_members` m WHERE m.`user_id` = u.`id` AND m.`workspace_id` = `api_keys`.`workspace_id`)));

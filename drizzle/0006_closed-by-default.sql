-- What is closed for new installs and workspaces stays as it was for those that exist.
INSERT INTO `install_settings` (`key`, `value`, `updated_at`)
SELECT 'registration_before', '"open"', 0 WHERE EXISTS (SELECT 1 FROM `users`);
--> statement-breakpoint
UPDATE `workspace_settings` SET `value` = json_set(`value`, '$.reports_before', json('true'));
--> statement-breakpoint
INSERT INTO `workspace_settings` (`workspace_id`, `value`, `updated_at`)
SELECT `id`, '{"reports_before":true}', `created_at` FROM `workspaces` WHERE 1
ON CONFLICT (`workspace_id`) DO NOTHING;

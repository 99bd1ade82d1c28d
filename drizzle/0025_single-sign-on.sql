CREATE TABLE `sso_flows` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`browser_hash` text NOT NULL,
	`purpose` text NOT NULL,
	`session_hash` text,
	`verifier` text NOT NULL,
	`nonce` text NOT NULL,
	`host` text,
	`next` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sso_flows_expiry` ON `sso_flows` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sso_identities` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` integer NOT NULL,
	`email` text NOT NULL,
	`linked_at` integer NOT NULL,
	`last_sign_in_at` integer NOT NULL,
	`ended_at` integer,
	PRIMARY KEY(`issuer`, `subject`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sso_identities_user` ON `sso_identities` (`user_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `signed_up` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `auth_tickets` ADD `first_step` text DEFAULT 'password' NOT NULL;--> statement-breakpoint
-- Who signed up by themselves: their address was never confirmed. Who was invited confirmed it.
UPDATE `users` SET `signed_up` = 1
WHERE `role` <> 'super_admin'
  AND `id` IN (SELECT `user_id` FROM `audit_log` WHERE `action` = 'auth.registered')
  AND `email` NOT IN (SELECT `details` ->> '$.email' FROM `audit_log` WHERE `action` = 'invitation.accepted' AND `details` ->> '$.email' IS NOT NULL);

CREATE TABLE `crm_deals` (
	`workspace_id` integer NOT NULL,
	`connection` text NOT NULL,
	`lead_id` integer NOT NULL,
	`campaign_id` integer NOT NULL,
	`token` text NOT NULL,
	`contact_id` text NOT NULL,
	`deal_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `connection`, `lead_id`, `campaign_id`)
);
--> statement-breakpoint
CREATE INDEX `crm_deals_lead` ON `crm_deals` (`workspace_id`,`lead_id`);--> statement-breakpoint
ALTER TABLE `webhook_attempts` ADD `problem` text;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `name` text;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `deals` text;--> statement-breakpoint
ALTER TABLE `integrations` ADD `name` text;
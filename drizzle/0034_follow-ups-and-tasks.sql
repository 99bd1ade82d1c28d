CREATE TABLE `campaign_rules` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`campaign_id` integer NOT NULL,
	`kind` text NOT NULL,
	`when` text NOT NULL,
	`then` text NOT NULL,
	`target_id` integer,
	`state` text DEFAULT 'active' NOT NULL,
	`stopped_reason` text,
	`looked_until` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `campaign_rules_campaign` ON `campaign_rules` (`workspace_id`,`campaign_id`);--> statement-breakpoint
CREATE INDEX `campaign_rules_active` ON `campaign_rules` (`kind`,`workspace_id`,`campaign_id`) WHERE state = 'active';--> statement-breakpoint
CREATE TABLE `rule_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`rule_id` integer NOT NULL,
	`campaign_id` integer NOT NULL,
	`lead_id` integer NOT NULL,
	`cause` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`detail` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rule_runs_key` ON `rule_runs` (`rule_id`,`lead_id`,`cause`);--> statement-breakpoint
CREATE INDEX `rule_runs_waiting` ON `rule_runs` (`id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `rule_runs_lead` ON `rule_runs` (`workspace_id`,`lead_id`);--> statement-breakpoint
CREATE TABLE `tasks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`key` text NOT NULL,
	`lead_id` integer NOT NULL,
	`campaign_id` integer,
	`enrolment_id` integer,
	`step_id` integer,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`due_at` integer NOT NULL,
	`assigned_to` integer,
	`note` text DEFAULT '' NOT NULL,
	`created_by` text NOT NULL,
	`ended_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tasks_key` ON `tasks` (`workspace_id`,`key`);--> statement-breakpoint
CREATE INDEX `tasks_state` ON `tasks` (`workspace_id`,`state`,`due_at`,`id`);--> statement-breakpoint
CREATE INDEX `tasks_lead` ON `tasks` (`workspace_id`,`lead_id`);--> statement-breakpoint
CREATE INDEX `tasks_place` ON `tasks` (`enrolment_id`) WHERE enrolment_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `tasks_campaign` ON `tasks` (`workspace_id`,`campaign_id`) WHERE state = 'open';--> statement-breakpoint
ALTER TABLE `campaign_leads` ADD `continues_id` integer;--> statement-breakpoint
ALTER TABLE `steps` ADD `task` text;--> statement-breakpoint
CREATE INDEX `steps_tasks` ON `steps` (`campaign_id`) WHERE task IS NOT NULL;--> statement-breakpoint
-- Written by hand from here: causes of rules about a custom field, noted with whatever changes a lead or adds it to a campaign.
CREATE TRIGGER `rule_field_changed` AFTER UPDATE OF `custom` ON `leads`
WHEN old.`custom` <> new.`custom` AND EXISTS (SELECT 1 FROM `campaign_rules` WHERE `kind` = 'field'
  AND `workspace_id` = new.`workspace_id` AND `state` = 'active') BEGIN
  INSERT OR IGNORE INTO `rule_runs` (`workspace_id`, `rule_id`, `campaign_id`, `lead_id`, `cause`, `created_at`)
  SELECT r.`workspace_id`, r.`id`, r.`campaign_id`, new.`id`, 'field:' || (r.`when` ->> '$.equals'), new.`updated_at`
  FROM `campaign_rules` r JOIN `campaign_leads` e ON e.`campaign_id` = r.`campaign_id` AND e.`lead_id` = new.`id`
  WHERE r.`kind` = 'field' AND r.`workspace_id` = new.`workspace_id` AND r.`state` = 'active'
    AND json_extract(new.`custom`, '$."' || (r.`when` ->> '$.field') || '"') = (r.`when` ->> '$.equals')
    AND json_extract(old.`custom`, '$."' || (r.`when` ->> '$.field') || '"') IS NOT (r.`when` ->> '$.equals');
END;
--> statement-breakpoint
CREATE TRIGGER `rule_field_enrolled` AFTER INSERT ON `campaign_leads`
WHEN EXISTS (SELECT 1 FROM `campaign_rules` WHERE `kind` = 'field' AND `workspace_id` = new.`workspace_id`
  AND `campaign_id` = new.`campaign_id` AND `state` = 'active') BEGIN
  INSERT OR IGNORE INTO `rule_runs` (`workspace_id`, `rule_id`, `campaign_id`, `lead_id`, `cause`, `created_at`)
  SELECT r.`workspace_id`, r.`id`, r.`campaign_id`, l.`id`, 'field:' || (r.`when` ->> '$.equals'), new.`entered_at`
  FROM `campaign_rules` r JOIN `leads` l ON l.`id` = new.`lead_id` AND l.`workspace_id` = new.`workspace_id`
  WHERE r.`kind` = 'field' AND r.`workspace_id` = new.`workspace_id` AND r.`campaign_id` = new.`campaign_id`
    AND r.`state` = 'active'
    AND json_extract(l.`custom`, '$."' || (r.`when` ->> '$.field') || '"') = (r.`when` ->> '$.equals');
END;

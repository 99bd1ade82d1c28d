ALTER TABLE `leads` ADD `linkedin_url` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `leads` SET `linkedin_url` = json_extract(`custom`, '$.linkedin_url') WHERE json_type(`custom`, '$.linkedin_url') = 'text';

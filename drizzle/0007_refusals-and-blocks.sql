ALTER TABLE `mailboxes` ADD `blocks_since` integer;--> statement-breakpoint
ALTER TABLE `sends` ADD `blocks` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `stats` ADD `refused` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- An address that was refused at once was counted as sent until now.
INSERT INTO `stats` (`workspace_id`, `campaign_id`, `dimension`, `key`, `sent`, `refused`)
WITH gone AS (
  SELECT workspace_id, campaign_id, step_id, variant, mailbox_id,
    strftime('%Y-%m-%d', coalesce(finished_at, bounced_at) / 1000, 'unixepoch') AS day
  FROM `sends` WHERE bounce_type = 'hard' AND state = 'failed')
SELECT g.workspace_id, CASE WHEN d.key < 3 THEN 0 ELSE g.campaign_id END, d.value,
  CASE d.value WHEN 'day' THEN g.day WHEN 'mailbox_day' THEN g.mailbox_id || ':' || g.day WHEN 'step' THEN g.step_id || ''
    WHEN 'variant' THEN g.step_id || ':' || g.variant WHEN 'mailbox' THEN g.mailbox_id || '' ELSE '' END,
  -count(*), count(*)
FROM gone g CROSS JOIN json_each('["total","day","mailbox_day","total","day","step","variant","mailbox"]') d
WHERE true GROUP BY 1, 2, 3, 4
ON CONFLICT (`workspace_id`, `campaign_id`, `dimension`, `key`) DO UPDATE SET sent = sent + excluded.sent, refused = refused + excluded.refused;

DROP INDEX `outbox_due`;--> statement-breakpoint
DROP INDEX `resends_due`;--> statement-breakpoint
DROP INDEX `sends_due`;--> statement-breakpoint
DROP INDEX `warmup_mails_due`;
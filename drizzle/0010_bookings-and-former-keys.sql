ALTER TABLE `bookings` ADD `state` text DEFAULT 'booked' NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `thread_id` integer;--> statement-breakpoint
ALTER TABLE `bookings` ADD `previous_status` text;--> statement-breakpoint
CREATE INDEX `bookings_thread` ON `bookings` (`thread_id`);--> statement-breakpoint
ALTER TABLE `provider_keys` ADD `former_key` text;--> statement-breakpoint
ALTER TABLE `provider_keys` ADD `former_until` integer;
ALTER TABLE `install_seeds` ADD `home_workspace` integer;--> statement-breakpoint
ALTER TABLE `install_seeds` ADD `home_mailbox` integer;
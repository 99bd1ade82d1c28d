CREATE TABLE `figure_totals` (
	`name` text PRIMARY KEY NOT NULL,
	`n` integer NOT NULL
);

-- The words of a lead's address, names and company, found by their beginnings (FTS5, which schema files cannot say).
-- Triggers keep the index beside the rows.
CREATE VIRTUAL TABLE `lead_search` USING fts5(`workspace_id`, `email`, `first_name`, `last_name`, `company`,
  content='leads', content_rowid='id', detail=column, columnsize=0, tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
CREATE TRIGGER `lead_search_insert` AFTER INSERT ON `leads` BEGIN
  INSERT INTO `lead_search` (`rowid`, `workspace_id`, `email`, `first_name`, `last_name`, `company`)
  VALUES (new.`id`, new.`workspace_id`, new.`email`, new.`first_name`, new.`last_name`, new.`company`);
END;
--> statement-breakpoint
CREATE TRIGGER `lead_search_delete` AFTER DELETE ON `leads` BEGIN
  INSERT INTO `lead_search` (`lead_search`, `rowid`, `workspace_id`, `email`, `first_name`, `last_name`, `company`)
  VALUES ('delete', old.`id`, old.`workspace_id`, old.`email`, old.`first_name`, old.`last_name`, old.`company`);
END;
--> statement-breakpoint
CREATE TRIGGER `lead_search_update` AFTER UPDATE OF `email`, `first_name`, `last_name`, `company` ON `leads`
WHEN old.`email` <> new.`email` OR old.`first_name` <> new.`first_name` OR old.`last_name` <> new.`last_name`
  OR old.`company` <> new.`company` BEGIN
  INSERT INTO `lead_search` (`lead_search`, `rowid`, `workspace_id`, `email`, `first_name`, `last_name`, `company`)
  VALUES ('delete', old.`id`, old.`workspace_id`, old.`email`, old.`first_name`, old.`last_name`, old.`company`);
  INSERT INTO `lead_search` (`rowid`, `workspace_id`, `email`, `first_name`, `last_name`, `company`)
  VALUES (new.`id`, new.`workspace_id`, new.`email`, new.`first_name`, new.`last_name`, new.`company`);
END;
--> statement-breakpoint
INSERT INTO `lead_search` (`lead_search`) VALUES ('rebuild');

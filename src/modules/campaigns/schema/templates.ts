import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { TEMPLATE_KINDS } from "#modules/campaigns/rules/states.ts";
import type { TemplateContent } from "#modules/campaigns/rules/template-content.ts";
import { createdAt, json, rowId, updatedAt } from "#platform/db/columns.ts";
import type { InstallTemplateId, UserId } from "#platform/rules/ids.ts";

/** What staff keep to be used in any workspace. */
export const templates = sqliteTable(
  "templates",
  {
    id: rowId<InstallTemplateId>(),
    kind: text("kind", { enum: TEMPLATE_KINDS }).notNull(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    content: json<TemplateContent>("content").notNull(),
    /** Of the content, for lists. */
    stepCount: integer("step_count").notNull(),
    subject: text("subject").notNull(),
    excerpt: text("excerpt").notNull(),
    /** Null: a key. */
    createdBy: integer("created_by").$type<UserId>(),
    /** Raised by every change. */
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("templates_name").on(t.kind, t.name),
    index("templates_kind").on(t.kind, t.id),
  ],
);

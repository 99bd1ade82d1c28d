import { integer, text } from "drizzle-orm/sqlite-core";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/**
 * Row id: an integer that SQLite hands out; branded per table. Never handed out twice, even after
 * the newest row was deleted: ids live on in links, logs, dedupe keys and at receivers.
 */
export const rowId = <T extends number>() =>
  integer("id").primaryKey({ autoIncrement: true }).$type<T>();

/** The tenant. Every tenant table has it, and every tenant query names it. */
export const workspaceColumn = () => integer("workspace_id").notNull().$type<WorkspaceId>();

/** A point in time, milliseconds UTC. */
export const time = (name: string) => integer(name).$type<UnixMs>();

export const flag = (name: string) => integer(name, { mode: "boolean" });

export const json = <T>(name: string) => text(name, { mode: "json" }).$type<T>();

export const createdAt = () => time("created_at").notNull();
export const updatedAt = () => time("updated_at").notNull();

import { hook } from "#platform/ctx/hooks.ts";
import type { Rival } from "./rules/found.ts";
import type { RivalReader } from "./rules/reader.ts";

/** What reads the rivals by their API. */
export const rivalReaders = hook<() => Readonly<Record<Rival, RivalReader>>>("moving.readers");

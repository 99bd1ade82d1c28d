import { drizzle } from "drizzle-orm/d1";
import type { Db } from "./db.ts";

export const overD1 = (binding: D1Database): Db => drizzle(binding);

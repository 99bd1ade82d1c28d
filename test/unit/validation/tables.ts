import { readFileSync } from "node:fs";
import type { ValidationTables } from "#modules/leads/rules/validation/local-facts.ts";
import { createValidationTables } from "#data/validation-tables.ts";

/** The lists as the product ships them. */
export const shippedTables = (): ValidationTables =>
  createValidationTables(new Uint8Array(readFileSync("src/data/disposable.bin")).buffer);

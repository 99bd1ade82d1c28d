import { readFileSync } from "node:fs";
import type { ValidationTables } from "#platform/rules/mail/address-sources.ts";
import { createValidationTables } from "#data/validation-tables.ts";

/** The lists as the product ships them. */
export const shippedTables = (): ValidationTables =>
  createValidationTables(new Uint8Array(readFileSync("src/data/disposable.bin")).buffer);

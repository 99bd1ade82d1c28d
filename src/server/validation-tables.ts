import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createValidationTables } from "#data/validation-tables.ts";
import type { ValidationTables } from "#platform/rules/mail/address-sources.ts";

let made: ValidationTables | undefined;

/** The lists of the process, made at the first call. */
export const tablesOfProcess = (): ValidationTables =>
  (made ??= createValidationTables(
    new Uint8Array(readFileSync(join(import.meta.dirname, "../data/disposable.bin"))).buffer,
  ));

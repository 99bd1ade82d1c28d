import disposable from "#data/disposable.bin";
import { createValidationTables } from "#data/validation-tables.ts";
import type { ValidationTables } from "#platform/rules/mail/address-sources.ts";

let made: ValidationTables | undefined;

/** The lists of the isolate, made at the first call: most invocations do without them. */
export const validationTables = (): ValidationTables =>
  (made ??= createValidationTables(disposable));

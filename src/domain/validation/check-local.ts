import type { LocalFacts, ValidationTables } from "./local-facts.ts";

export declare function checkLocal(address: string, tables: ValidationTables): LocalFacts;

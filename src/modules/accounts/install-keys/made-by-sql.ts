import { and, eq, isNull, or, sql } from "drizzle-orm";
import { installKeys } from "#modules/accounts/schema/access.ts";
import type { UserId } from "#platform/rules/ids.ts";

/** Keys that hang on a person: those they made, but for the ones that others adopted, and those they adopted. */
export const installKeysOf = (id: UserId) =>
  and(
    or(
      and(eq(installKeys.createdBy, id), isNull(installKeys.adoptedBy)),
      eq(installKeys.adoptedBy, id),
    ),
    isNull(installKeys.revokedAt),
  );

/** For audit lines: the id of a row of `install_keys`. */
export const INSTALL_KEY_ID = sql`${installKeys.id}`;

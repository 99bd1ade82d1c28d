import type { Role } from "#platform/access/permissions.ts";

/** Whom the admin panel makes and changes; clients come with their workspace, a super_admin by set-up. */
export const STAFF_ROLES = ["admin", "employee"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** Whether `actor` may make, change or delete an account of that role: admins are the super_admin's affair. */
export const mayManage = (actor: Role, target: Role): boolean =>
  (target === "employee" && (actor === "admin" || actor === "super_admin")) ||
  (target === "admin" && actor === "super_admin");

/** Whether `actor` may take the second factors of a user of that role away; those of a super_admin go at the machine alone. */
export const mayResetFactors = (actor: Role, target: Role): boolean =>
  (actor === "super_admin" && target !== "super_admin") ||
  (actor === "admin" && (target === "employee" || target === "client"));

/** Whether `actor` may act as a user of that role. Nobody acts as super_admin. */
export const mayImpersonate = (actor: Role, target: Role): boolean =>
  (actor === "super_admin" && target !== "super_admin") ||
  (actor === "admin" && (target === "employee" || target === "client"));

/** Whom an invitation can make. */
export const INVITED_ROLES = ["admin", "employee", "client"] as const;
export type InvitedRole = (typeof INVITED_ROLES)[number];

/** Whether `actor` may offer an account of that role. */
export const mayInvite = (actor: Role, target: InvitedRole): boolean =>
  target === "client" ? actor === "admin" || actor === "super_admin" : mayManage(actor, target);

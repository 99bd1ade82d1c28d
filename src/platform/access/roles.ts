export const ROLES = ["super_admin", "admin", "employee", "client"] as const;
export type Role = (typeof ROLES)[number];

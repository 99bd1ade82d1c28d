import type { User } from "#contract/accounts.ts";
import type { Role } from "#domain/access/roles.ts";
import type { UnixMs } from "#domain/ids.ts";
import { iso } from "#domain/time.ts";

export const presentUser = (user: {
  id: number;
  name: string;
  email: string;
  username: string;
  role: Role;
  createdAt: UnixMs;
}): User => ({
  id: user.id,
  name: user.name,
  email: user.email,
  username: user.username,
  role: user.role,
  created_at: iso(user.createdAt),
});

import { eq } from "drizzle-orm";
import { users, workspaceMembers, workspaces } from "#modules/accounts/schema/accounts.ts";
import type { Role } from "#platform/access/permissions.ts";
import type { UserId, WorkspaceId } from "#platform/rules/ids.ts";
import type { Harness } from "./harness.ts";

/** Where a request goes, seen from who sends it. */
export type Place = "own" | "assigned" | "foreign" | "unknown" | "deleted";

/** Somebody who asks. */
export type CastMember = {
  readonly name: string;
  /** Credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** Workspaces by what they are to this caller. */
  readonly places: Readonly<Partial<Record<Place, number>>>;
};

export type Cast = {
  readonly nobody: CastMember;
  readonly superAdmin: CastMember;
  readonly admin: CastMember;
  readonly employee: CastMember;
  readonly client: CastMember;
  readonly employeeKey: CastMember;
  readonly clientKey: CastMember;
  /** Of the install, for all workspaces. */
  readonly installKey: CastMember;
  /** Of the install, for the workspace that the employee is assigned to. */
  readonly namedKey: CastMember;
};

/** No row has this id. */
export const UNKNOWN_ID = 999_999;

/**
 * One caller of each kind. The employee has its own workspace and is assigned to a second; the
 * client belongs to one; nobody but admins may enter the foreign one; all were members of the
 * deleted one. Each key was made in its own workspace by somebody who may enter others.
 */
export async function castOf(t: Harness): Promise<Cast> {
  const superAdmin = await t.signUp("Sue Super", "sue@example.com");
  const make = async (slug: string): Promise<number> =>
    (await t.post("/api/v1/workspaces", { name: slug, slug })).json.id;
  const assigned = await make("assigned");
  const foreign = await make("foreign");
  const ofClient = await make("of-client");
  const deleted = await make("deleted");
  const keyOf = async (wid: number, role: string): Promise<string> =>
    (await t.post(`/api/v1/workspaces/${wid}/api-keys`, { name: role, role })).json.key;
  const employeeKey = await keyOf(assigned, "employee");
  const clientKey = await keyOf(assigned, "client");
  const ofInstall = async (body: object): Promise<string> =>
    (await t.post("/api/v1/admin/api-keys", body)).json.key;
  const installKey = await ofInstall({ name: "all" });
  const namedKey = await ofInstall({ name: "named", workspace_ids: [assigned, deleted] });
  const person = async (name: string, role: Role) => {
    const made = await t.signUp(name, `${role}@example.com`);
    await t.db.update(users).set({ role }).where(eq(users.id, made.user.id));
    await join(t, made.user.id, deleted);
    return made;
  };
  const admin = await person("Ada Admin", "admin");
  const employee = await person("Eve Employee", "employee");
  const client = await person("Cleo Client", "client");
  await join(t, employee.user.id, assigned);
  await t.db.delete(workspaceMembers).where(eq(workspaceMembers.userId, client.user.id));
  await join(t, client.user.id, ofClient);
  await join(t, client.user.id, deleted);
  await t.db
    .update(workspaces)
    .set({ deletedAt: t.clock.now })
    .where(eq(workspaces.id, deleted as WorkspaceId));
  t.useCookie("");
  const elsewhere = { foreign, unknown: UNKNOWN_ID, deleted };
  const byCookie = (cookie: string) => ({ cookie });
  const byKey = (key: string) => ({ authorization: `Bearer ${key}` });
  return {
    nobody: { name: "nobody", headers: {}, places: { foreign, unknown: UNKNOWN_ID } },
    superAdmin: {
      name: "super_admin",
      headers: byCookie(superAdmin.cookie),
      places: { own: superAdmin.wid, ...elsewhere },
    },
    admin: {
      name: "admin",
      headers: byCookie(admin.cookie),
      places: { own: admin.wid, ...elsewhere },
    },
    employee: {
      name: "employee",
      headers: byCookie(employee.cookie),
      places: { own: employee.wid, assigned, ...elsewhere },
    },
    client: {
      name: "client",
      headers: byCookie(client.cookie),
      places: { own: ofClient, ...elsewhere },
    },
    employeeKey: {
      name: "employee's key",
      headers: byKey(employeeKey),
      places: { own: assigned, ...elsewhere },
    },
    clientKey: {
      name: "client's key",
      headers: byKey(clientKey),
      places: { own: assigned, ...elsewhere },
    },
    installKey: {
      name: "install key",
      headers: byKey(installKey),
      places: { own: assigned, ...elsewhere },
    },
    namedKey: {
      name: "named install key",
      headers: byKey(namedKey),
      places: { own: assigned, ...elsewhere },
    },
  };
}

async function join(t: Harness, userId: number, workspaceId: number): Promise<void> {
  await t.db.insert(workspaceMembers).values({
    userId: userId as UserId,
    workspaceId: workspaceId as WorkspaceId,
    createdAt: t.clock.now,
  });
}

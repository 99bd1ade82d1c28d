import type { Harness } from "./harness.ts";

export const PASSWORD = "correct horse battery";

/** A signed-in person of a test: its requests carry its own cookie. */
export type Caller = {
  readonly id: number;
  readonly cookie: string;
  get(path: string): ReturnType<Harness["request"]>;
  post(path: string, body?: unknown): ReturnType<Harness["request"]>;
  put(path: string, body?: unknown): ReturnType<Harness["request"]>;
  delete(path: string): ReturnType<Harness["request"]>;
};

export const caller = (t: Harness, id: number, cookie: string): Caller => ({
  id,
  cookie,
  get: (path) => t.request("GET", path, undefined, { cookie }),
  post: (path, body) => t.request("POST", path, body, { cookie }),
  put: (path, body) => t.request("PUT", path, body, { cookie }),
  delete: (path) => t.request("DELETE", path, undefined, { cookie }),
});

/** The cookie that an answer sets, as a browser sends it back. */
export const cookieOf = (answer: { headers: Headers }): string =>
  (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";

export async function signIn(t: Harness, email: string, password = PASSWORD): Promise<Caller> {
  const answer = await t.post("/api/v1/auth/login", { username: email, password }, { cookie: "" });
  if (answer.status !== 200) throw new Error(answer.text);
  return caller(t, answer.json.user.id, cookieOf(answer));
}

/** One person of each role, signed in; the client with its workspace, the employee without any. */
export async function everyRole(t: Harness) {
  const root = await t.signUp("Root", "root@example.com");
  t.useCookie("");
  const superAdmin = caller(t, root.user.id, root.cookie);
  for (const role of ["admin", "employee"]) {
    const body = { name: role, email: `${role}@example.com`, password: PASSWORD, role };
    const made = await superAdmin.post("/api/v1/admin/employees", body);
    if (made.status !== 201) throw new Error(made.text);
  }
  const made = await superAdmin.post("/api/v1/admin/clients", {
    name: "Client",
    email: "client@example.com",
    password: PASSWORD,
    workspace: { name: "Acme", slug: "acme" },
  });
  if (made.status !== 201) throw new Error(made.text);
  return {
    rootWid: root.wid,
    clientWid: made.json.id as number,
    super_admin: superAdmin,
    admin: await signIn(t, "admin@example.com"),
    employee: await signIn(t, "employee@example.com"),
    client: await signIn(t, "client@example.com"),
  };
}

/** The audit lines of an action, newest first. */
export async function auditOf(admin: Caller, action: string) {
  const answer = await admin.get(`/api/v1/admin/audit?action=${action}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json.data as Record<string, never>[];
}

import type { Workspace } from "./world.ts";

const FIRST = ["mara", "jonas", "ines", "tomas", "ragna", "pavel", "lucie", "henk", "sena", "ola"];
const GROUPS = ["Brightwater", "Osterkamp Foods", "Fjellvik Cold Storage"];

/**
 * A file of so many mailboxes, as a spreadsheet has them. All sign in with the account of one sender of the
 * world; every tenth has a password that its server refuses.
 */
export function manyRows(world: Workspace, count: number): string {
  const { smtp_host, smtp_port, imap_host, imap_port } = world.mail.access;
  const [account] = world.senders;
  if (!account) throw new Error("the sandbox has senders");
  const lines = [
    "email,from_name,smtp_host,smtp_port,smtp_username,smtp_password,imap_host,imap_port,imap_username,imap_password,daily_limit,tags,group,notes",
  ];
  for (let n = 0; n < count; n++) {
    const name = FIRST[n % FIRST.length] ?? "";
    const password = n % 10 === 9 ? "refused" : account.password;
    const tags = n % 2 ? "outbound;dach" : "outbound";
    lines.push(
      `${name}.${n + 1}@brightwater-${n % 5}.test,${name},${smtp_host},${smtp_port},${account.email},${password},${imap_host},${imap_port},${account.email},${password},40,${tags},${GROUPS[n % 3]},x`,
    );
  }
  return lines.join("\n");
}

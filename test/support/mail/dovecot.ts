import { chmod, chown, mkdir, writeFile } from "node:fs/promises";
import { execFileSync } from "node:child_process";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { TestCertificate } from "./certificate.ts";
import { startDaemon } from "./daemon.ts";
import { freePorts } from "#test/support/free-port.ts";

const DOVECOT = "/usr/sbin/dovecot";

export type Dovecot = {
  /** STARTTLS, or no encryption. */
  readonly imapPort: number;
  readonly imapsPort: number;
  readonly lmtpPort: number;
  /** STARTTLS; relays to `relayPort`. */
  readonly submissionPort: number;
  /** Where Postfix asks whether a password is right. */
  readonly saslSocket: string;
  stop(): Promise<void>;
};

export type DovecotOptions = {
  /** An empty directory, whose path is short enough for unix sockets. */
  readonly folder: string;
  readonly users: readonly { readonly email: string; readonly password: string }[];
  readonly certificate: TestCertificate;
  /** The SMTP server that stands behind submission. */
  readonly relayPort?: number;
  /** Where it asks whose token one is (the URL before the token). Who has no password then comes by token alone. */
  readonly tokenInfo?: string | undefined;
  /** A Sieve script (RFC 5228) that files what comes by LMTP for anybody. Needs Debian's dovecot-sieve. */
  readonly sieve?: string;
};

/** Starts Debian's Dovecot 2.3 with a configuration of its own, as root or as the user that calls. */
export async function startDovecot(options: DovecotOptions): Promise<Dovecot> {
  const { folder, users, relayPort = 25 } = options;
  const [imapPort = 0, imapsPort = 0, lmtpPort = 0, submissionPort = 0] = await freePorts(4);
  const saslSocket = join(folder, "base", "sasl-postfix");
  for (const name of ["base", "state", "mail"])
    await mkdir(join(folder, name), { recursive: true });
  await chmod(folder, 0o755);
  const identity = await identities(join(folder, "mail"));
  const lines = users.map(({ email, password }) => `${email}:{PLAIN}${password}::::::\n`);
  await writeFile(join(folder, "users"), lines.join(""));
  const ports = { imapPort, imapsPort, lmtpPort, submissionPort, relayPort };
  const path = join(folder, "dovecot.conf");
  const { tokenInfo, sieve } = options;
  if (sieve !== undefined) await writeFile(join(folder, "mail", "filing.sieve"), sieve);
  if (tokenInfo !== undefined) await writeFile(join(folder, "oauth2.conf.ext"), oauth2(tokenInfo));
  await writeFile(path, configuration(options, identity, ports));
  const daemon = await startDaemon(
    DOVECOT,
    ["-F", "-c", path],
    [imapPort, lmtpPort, submissionPort],
    join(folder, "dovecot.log"),
  );
  return { imapPort, imapsPort, lmtpPort, submissionPort, saslSocket, ...daemon };
}

type Identity = { readonly internal: string; readonly login: string; readonly mail: string };

/** As root the package's users take over; anyone else stays who they are. */
async function identities(mailFolder: string): Promise<Identity> {
  const { uid, username } = userInfo();
  if (uid !== 0) return { internal: username, login: username, mail: username };
  const number = (flag: string) =>
    Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  await chown(mailFolder, number("-u"), number("-g"));
  return { internal: "dovecot", login: "dovenull", mail: "nobody" };
}

type Ports = Omit<Dovecot, "saslSocket" | "stop"> & { readonly relayPort: number };

/** anvil's penalty and the failure delay would slow every log-in after one wrong password. */
const configuration = (options: DovecotOptions, as: Identity, ports: Ports) => `
base_dir = ${options.folder}/base
state_dir = ${options.folder}/state
log_path = ${options.folder}/dovecot.log
instance_name = test-${ports.imapPort}
protocols = imap lmtp submission
listen = 127.0.0.1
default_internal_user = ${as.internal}
default_internal_group = ${groupOf(as.internal)}
default_login_user = ${as.login}
mail_uid = ${as.mail}
mail_gid = ${groupOf(as.mail)}
first_valid_uid = 1
auth_mechanisms = plain login${options.tokenInfo === undefined ? "" : " xoauth2 oauthbearer"}
disable_plaintext_auth = no
auth_failure_delay = 0
auth_cache_size = ${options.tokenInfo === undefined ? "1M" : "0"}
mail_location = maildir:${options.folder}/mail/%u
mail_max_userip_connections = 500
ssl = yes
ssl_cert = <${options.certificate.cert}
ssl_key = <${options.certificate.key}
hostname = mx.agency.test
recipient_delimiter = +
submission_relay_host = 127.0.0.1
submission_relay_port = ${ports.relayPort}
submission_relay_trusted = yes
${
  options.tokenInfo === undefined
    ? ""
    : `passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${options.folder}/oauth2.conf.ext
}`
}
passdb {
  driver = passwd-file${options.tokenInfo === undefined ? "" : "\n  mechanisms = plain login"}
  args = scheme=PLAIN username_format=%u ${options.folder}/users
}
userdb {
  driver = static
  args = uid=${as.mail} gid=${groupOf(as.mail)} home=${options.folder}/mail/%u${options.tokenInfo === undefined ? "" : " allow_all_users=yes"}
}
namespace inbox {
  inbox = yes
  separator = /
${["Junk", "Sent", "Drafts", "Trash"]
  .map((name) => `  mailbox ${name} {\n    special_use = \\${name}\n    auto = subscribe\n  }`)
  .join("\n")}
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
service auth {
  unix_listener sasl-postfix {
    mode = 0666
  }
}
service imap-login {
  chroot =
  service_count = 0
  inet_listener imap {
    port = ${ports.imapPort}
  }
  inet_listener imaps {
    port = ${ports.imapsPort}
    ssl = yes
  }
}
service submission-login {
  chroot =
  service_count = 0
  inet_listener submission {
    port = ${ports.submissionPort}
  }
}
service lmtp {
  user = ${as.mail}
  chroot =
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${ports.lmtpPort}
  }
}
protocol lmtp {
  postmaster_address = postmaster@agency.test${options.sieve === undefined ? "" : "\n  mail_plugins = sieve"}
}
${options.sieve === undefined ? "" : `plugin {\n  sieve = ${options.folder}/mail/filing.sieve\n}`}
`;

const oauth2 = (tokenInfo: string): string => `
timeout_msecs = 5000
tokeninfo_url = ${tokenInfo}
username_attribute = email
`;

const groupOf = (user: string): string =>
  execFileSync("id", ["-gn", user], { encoding: "utf8" }).trim();

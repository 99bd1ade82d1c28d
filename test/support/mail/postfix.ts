import { execFileSync, spawnSync } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestCertificate } from "./certificate.ts";
import { startDaemon } from "./daemon.ts";
import { freePorts } from "#test/support/free-port.ts";

const POSTFIX = "/usr/sbin/postfix";

export type Postfix = {
  /** Takes mail for the senders' domains from anyone. */
  readonly mxPort: number;
  /** STARTTLS and log-in, for every recipient. */
  readonly submissionPort: number;
  stop(): Promise<void>;
};

export type PostfixOptions = {
  /** An empty directory under /tmp or /var. */
  readonly folder: string;
  /** Domains whose mail goes to `lmtpPort`. */
  readonly domains: readonly string[];
  readonly lmtpPort: number;
  /** Dovecot's socket for passwords. */
  readonly saslSocket: string;
  /** The SMTP server that plays every other domain. */
  readonly sinkPort: number;
  readonly certificate: TestCertificate;
};

/** Starts Debian's Postfix with a configuration and queue of its own. Nothing leaves loopback. */
export async function startPostfix(options: PostfixOptions): Promise<Postfix> {
  const { folder } = options;
  const [mxPort = 0, submissionPort = 0] = await freePorts(2);
  for (const name of ["etc", "spool", "data"]) await mkdir(join(folder, name), { recursive: true });
  await chmod(folder, 0o755);
  execFileSync("chown", ["postfix", join(folder, "data")]);
  await writeFile(join(folder, "etc", "main.cf"), mainConfiguration(options));
  await writeFile(join(folder, "etc", "master.cf"), services(mxPort, submissionPort));
  const daemon = await startDaemon(
    POSTFIX,
    ["-c", join(folder, "etc"), "start-fg"],
    [mxPort, submissionPort],
    join(folder, "maillog"),
  );
  const stop = async () => {
    // The master leaves the process that started it; its own command finds it.
    spawnSync(POSTFIX, ["-c", join(folder, "etc"), "stop"], { stdio: "ignore" });
    await daemon.stop();
  };
  return { mxPort, submissionPort, stop };
}

const mainConfiguration = (options: PostfixOptions) => `
compatibility_level = 3.6
config_directory = ${options.folder}/etc
queue_directory = ${options.folder}/spool
data_directory = ${options.folder}/data
daemon_directory = /usr/lib/postfix/sbin
command_directory = /usr/sbin
meta_directory = /etc/postfix
shlib_directory = /usr/lib/postfix
mail_owner = postfix
setgid_group = postdrop
maillog_file = ${options.folder}/maillog
maillog_file_prefixes = /var, /dev/stdout, /tmp
inet_interfaces = loopback-only
inet_protocols = ipv4
myhostname = mx.agency.test
myorigin = agency.test
mydestination =
local_transport = error:no local users
alias_maps =
alias_database =
mynetworks = 127.0.0.0/8
biff = no
recipient_delimiter = +
virtual_mailbox_domains = ${options.domains.join(", ")}
virtual_transport = lmtp:inet:127.0.0.1:${options.lmtpPort}
default_transport = smtp:[127.0.0.1]:${options.sinkPort}
relay_transport = smtp:[127.0.0.1]:${options.sinkPort}
smtp_host_lookup = native
smtp_dns_support_level = disabled
smtpd_tls_cert_file = ${options.certificate.cert}
smtpd_tls_key_file = ${options.certificate.key}
smtpd_tls_security_level = may
smtpd_sasl_type = dovecot
smtpd_sasl_path = ${options.saslSocket}
smtpd_client_connection_rate_limit = 0
smtpd_client_connection_count_limit = 0
smtpd_peername_lookup = no
minimal_backoff_time = 5s
maximal_backoff_time = 10s
queue_run_delay = 3s
in_flow_delay = 0
default_process_limit = 50
`;

const services = (mxPort: number, submissionPort: number) => `
127.0.0.1:${mxPort} inet n - n - - smtpd
127.0.0.1:${submissionPort} inet n - n - - smtpd
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_tls_security_level=encrypt
  -o smtpd_recipient_restrictions=permit_sasl_authenticated,reject
  -o smtpd_relay_restrictions=permit_sasl_authenticated,reject
  -o mynetworks=
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`;

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDaemon } from "./mail/daemon.ts";
import { freePorts } from "./free-port.ts";

/** As long as a key of 2048 bits; too long for one string of a TXT record. */
const KEY = Buffer.alloc(294, 7).toString("base64");

/** The zone `example.`, and how its names misbehave. */
const ZONE = `$ORIGIN example.
$TTL 300
@ IN SOA ns admin 1 3600 600 86400 60
@ IN NS ns
ns IN A 93.184.216.34
good IN MX 20 mx2.good
good IN MX 10 mx1.good
workspace IN MX 1 aspmx.l.google.com.
many IN MX 10 mx1.a-rather-long-name-of-a-mail-server.good
${Array.from({ length: 120 }, (_, i) => `many IN MX ${i + 11} mx${i}.a-rather-long-name-of-a-mail-server-that-fills-an-answer.good`).join("\n")}
alias IN CNAME good
chain IN CNAME alias
aonly IN A 93.184.216.34
v6only IN AAAA 2606:2800:220:1:248:1893:25c8:1946
private IN A 10.0.0.1
aliasa IN CNAME aonly
nullmx IN MX 0 .
mixed IN MX 0 .
mixed IN MX 10 mx1.good
localmx IN MX 0 localhost.
nodata IN TXT "v=spf1 -all"
dangling IN CNAME gone
xn--mller-kva IN MX 10 mx1.good
refused IN MX 10 mx1.good
sender IN MX 10 mx1.good
sender IN TXT "v=spf1 include:_spf.sender.example mx -all"
sender IN TXT "some-verification=1"
_spf.sender IN TXT "v=spf1 ip4:192.0.2.0/24 ~all"
google._domainkey.sender IN TXT ( "v=DKIM1; k=rsa; p=${KEY.slice(0, 200)}" "${KEY.slice(200)}" )
_dmarc.sender IN TXT "v=DMARC1; p=reject; sp=quarantine"
sub.sender IN MX 10 mx1.good
twospf IN TXT "v=spf1 mx -all"
twospf IN TXT "v=spf1 a -all"
mail._domainkey.twospf IN TXT "v=DKIM1; p="
_dmarc.twospf IN TXT "v=DMARC1; p=none"
_dmarc.twospf IN TXT "v=DMARC1; p=reject"
deepspf IN MX 0 .
deepspf IN TXT "v=spf1 include:one.deepspf.example -all"
one.deepspf IN TXT "v=spf1 a:a.example a:b.example a:c.example a:d.example a:e.example include:two.deepspf.example -all"
two.deepspf IN TXT "v=spf1 mx:a.example mx:b.example mx:c.example mx:d.example -all"
loopspf IN TXT "v=spf1 include:back.loopspf.example -all"
back.loopspf IN TXT "v=spf1 include:loopspf.example -all"
`;

/** A real resolver on loopback; `url` takes RFC 8484. */
export type Resolver = { readonly url: string; stop(): Promise<void> };

/**
 * unbound with the zone above, and before it dnsdist, which speaks DNS over HTTPS by HTTP/1.1 (unbound
 * itself only by HTTP/2). Nothing leaves the machine.
 */
export async function startResolver(): Promise<Resolver> {
  const directory = await mkdtemp(join(tmpdir(), "outrider-dns-"));
  const [data = 0, plain = 0, https = 0] = await freePorts(3);
  const path = (name: string): string => join(directory, name);
  await writeFile(path("example.zone"), ZONE);
  await writeFile(path("unbound.conf"), unboundConf(directory, data));
  await writeFile(path("dnsdist.conf"), dnsdistConf(data, plain, https));
  const remove = () => rm(directory, { recursive: true, force: true });
  try {
    const unbound = await startDaemon(
      "/usr/sbin/unbound",
      ["-d", "-p", "-c", path("unbound.conf")],
      [data],
      path("unbound.log"),
    );
    try {
      const front = await startDaemon(
        "/usr/bin/dnsdist",
        ["--supervised", "--disable-syslog", "-C", path("dnsdist.conf")],
        [https],
        path("dnsdist.log"),
      );
      return {
        url: `http://127.0.0.1:${https}/dns-query`,
        async stop() {
          await front.stop();
          await unbound.stop();
          await remove();
        },
      };
    } catch (cause) {
      await unbound.stop();
      throw cause;
    }
  } catch (cause) {
    await remove();
    throw cause;
  }
}

const unboundConf = (directory: string, port: number): string => `server:
  verbosity: 1
  use-syslog: no
  logfile: "${directory}/unbound.log"
  pidfile: ""
  directory: "${directory}"
  chroot: ""
  username: ""
  interface: 127.0.0.1@${port}
  do-ip6: no
  access-control: 127.0.0.0/8 allow
  module-config: "iterator"
  num-threads: 1
  local-zone: "." always_nxdomain
  local-zone: "example." transparent
  local-zone: "refused.example." always_refuse
  local-zone: "timeout.example." always_deny
  local-zone: "servfail.example." always_nodata
auth-zone:
  name: "example."
  zonefile: "${directory}/example.zone"
  for-downstream: yes
  for-upstream: yes
remote-control:
  control-enable: no
`;

const dnsdistConf = (data: number, plain: number, https: number): string => `
setSecurityPollSuffix("")
setLocal("127.0.0.1:${plain}")
setACL({"127.0.0.0/8"})
addDOHLocal("127.0.0.1:${https}", nil, nil, {"/dns-query"})
newServer({address="127.0.0.1:${data}", healthCheckMode="up"})
addAction("servfail.example.", RCodeAction(DNSRCode.SERVFAIL))
addAction("drop.example.", DropAction())
setUDPTimeout(10)
`;

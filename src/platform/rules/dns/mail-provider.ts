import { parentsOf } from "./name.ts";

/** Who runs the mail servers under these names; gateways that read mail before its reader among them. */
const SERVERS = {
  google: ["google.com", "googlemail.com"],
  microsoft365: [
    "mail.protection.outlook.com",
    "mail.eo.outlook.com",
    "mail.protection.partner.outlook.cn",
    "mx.microsoft",
  ],
  outlook: ["olc.protection.outlook.com", "hotmail.com"],
  yahoo: ["yahoodns.net"],
  yahoo_japan: ["yahoo.co.jp"],
  icloud: ["icloud.com"],
  zoho: [
    "zoho.com",
    "zoho.eu",
    "zoho.in",
    "zoho.com.au",
    "zoho.jp",
    "zohocloud.ca",
    "zohomail.com",
    "zohomail.eu",
  ],
  fastmail: ["messagingengine.com"],
  proton: ["protonmail.ch"],
  tuta: ["tutanota.de"],
  mailbox_org: ["mailbox.org"],
  posteo: ["posteo.de"],
  gmx: ["gmx.net"],
  web_de: ["web.de"],
  t_online: ["t-online.de"],
  yandex: ["yandex.net", "yandex.ru", "yandex.com"],
  mail_ru: ["mail.ru"],
  seznam: ["seznam.cz"],
  tencent: ["qq.com"],
  netease: ["netease.com", "163.com"],
  alibaba: ["mxhichina.com", "aliyun.com", "alibaba-inc.com"],
  naver: ["naver.com", "worksmobile.com"],
  proofpoint: ["pphosted.com", "ppe-hosted.com", "gpphosted.com"],
  mimecast: ["mimecast.com", "mimecast.co.za", "mimecast-offshore.com"],
  barracuda: ["barracudanetworks.com", "cudamail.com"],
  cisco: ["iphmx.com"],
  trend_micro: ["trendmicro.com", "trendmicro.eu", "trendmicro.co.jp"],
  sophos: ["sophos.com", "reflexion.net"],
  forcepoint: ["mailcontrol.com"],
  symantec: ["messagelabs.com"],
  trellix: ["fireeyecloud.com"],
  hornetsecurity: ["hornetsecurity.com", "antispameurope.com", "everycloudtech.com"],
  retarus: ["retarus.com", "retarus.de"],
  nospamproxy: ["nospamproxy.com"],
  spamexperts: ["antispamcloud.com", "spamexperts.com", "spamexperts.eu"],
  mailroute: ["mailroute.net"],
  spamhero: ["spamhero.com"],
  vade: ["vadesecure.com", "mailinblack.com"],
  amazon: ["amazonaws.com", "awsapps.com"],
  cloudflare: ["mx.cloudflare.net"],
  mailgun: ["mailgun.org"],
  sendgrid: ["sendgrid.net"],
  postmark: ["postmarkapp.com"],
  improvmx: ["improvmx.com"],
  forward_email: ["forwardemail.net"],
  rackspace: ["emailsrvr.com"],
  ovh: ["ovh.net", "ovh.ca", "ovh.com"],
  ionos: [
    "ionos.com",
    "ionos.de",
    "ionos.co.uk",
    "ionos.fr",
    "ionos.es",
    "ionos.it",
    "kundenserver.de",
    "1and1.com",
    "1and1.co.uk",
    "1and1.fr",
    "perfora.net",
  ],
  strato: ["rzone.de", "strato.de"],
  hetzner: ["your-server.de"],
  all_inkl: ["kasserver.com"],
  infomaniak: ["infomaniak.ch", "infomaniak.com"],
  gandi: ["gandi.net"],
  aruba: ["aruba.it"],
  one_com: ["one.com"],
  loopia: ["loopia.se"],
  transip: ["transip.email", "transip.nl"],
  home_pl: ["home.pl"],
  godaddy: ["secureserver.net"],
  namecheap: ["privateemail.com", "registrar-servers.com", "jellyfish.systems"],
  hostinger: ["hostinger.com", "hostinger.email"],
  titan: ["titan.email"],
  dreamhost: ["dreamhost.com"],
  bluehost: ["bluehost.com", "hostgator.com", "websitewelcome.com"],
  siteground: ["mailspamprotection.com", "sgvps.net"],
  sakura: ["sakura.ne.jp"],
} as const;

export type MailProvider = keyof typeof SERVERS;

const PROVIDERS = new Map<string, MailProvider>(
  // Object.entries forgets the names of the keys.
  (Object.entries(SERVERS) as [MailProvider, readonly string[]][]).flatMap(([provider, names]) =>
    names.map((name) => [name, provider]),
  ),
);

/** Who takes mail at these servers (the preferred first), if their names show it; else null. */
export function mailProviderOf(hosts: readonly string[]): MailProvider | null {
  for (const host of hosts) {
    for (const name of parentsOf(host.toLowerCase().replace(/\.$/, ""))) {
      const provider = PROVIDERS.get(name);
      if (provider) return provider;
    }
  }
  return null;
}

import type { germanNotices } from "./german-notices.ts";

export const spanishNotices: Readonly<Record<keyof typeof germanNotices, string>> = {
  "Mailbox {mailbox} stopped": "El buzón {mailbox} se ha detenido",
  "Mailbox {mailbox} is signed out": "El buzón {mailbox} ha perdido la sesión",
  "Mailbox {mailbox} was paused": "El buzón {mailbox} se ha pausado",
  "{reason} Its leads wait. Fix the connection and test the mailbox to resume sending.":
    "{reason} Sus leads esperan. Arregla la conexión y prueba el buzón para reanudar el envío.",
  "{reason} Its leads wait, and nothing is lost: it goes on where it stood.":
    "{reason} Sus leads esperan y no se pierde nada: seguirá donde se quedó.",
  "{reason} Its leads wait. Resume the mailbox when the problem is solved.":
    "{reason} Sus leads esperan. Reanuda el buzón cuando se resuelva el problema.",
  "The saved password can no longer be decrypted. Enter it again.":
    "La contraseña guardada ya no se puede descifrar. Introdúcela de nuevo.",
  "The provider no longer accepts this connection ({cause}). Connect the mailbox again.":
    "El proveedor ya no acepta esta conexión ({cause}). Vuelve a conectar el buzón.",
  "{blocks} of its last {tries} emails were blocked, at {domains} domains.":
    "{blocks} de sus últimos {tries} correos se bloquearon, en {domains, plural, one {# dominio} other {# dominios}}.",
  "{blocks} of its last {tries} emails were blocked, at {domains} domains. Last response: {response}.":
    "{blocks} de sus últimos {tries} correos se bloquearon, en {domains, plural, one {# dominio} other {# dominios}}. Última respuesta: {response}.",
  "{what} Failed leads in completed campaigns: {over}.":
    "{what} Leads fallidos en campañas completadas: {over, number}.",

  "Mailbox {mailbox} is quarantined": "El buzón {mailbox} está en cuarentena",
  "Mailbox {mailbox} was slowed down": "El buzón {mailbox} envía ahora más despacio",
  "{reason} The mailbox stops sending for a week and then resumes slowly. Validate the leads and check its health.":
    "{reason} El buzón deja de enviar durante una semana y luego se reanuda poco a poco. Valida los leads y revisa su salud.",
  "{reason} The mailbox sends at half of its limit until this improves. Check its health.":
    "{reason} El buzón envía a la mitad de su límite hasta que esto mejore. Revisa su salud.",
  "{share, number, percent} of its emails bounced within 7 days.":
    "El {share, number, percent} de sus correos rebotó en 7 días.",
  "{complaints} recipients marked its emails as spam within 7 days.":
    "{complaints, plural, one {# destinatario marcó} other {# destinatarios marcaron}} sus correos como spam en 7 días.",
  "{share, number, percent} of its warmup emails landed in spam within 7 days.":
    "El {share, number, percent} de sus correos de calentamiento llegó a spam en 7 días.",

  "Campaign {campaign} was paused": "La campaña {campaign} se ha pausado",
  "{rate, number, tenths} of its last {sample} emails bounced. Validate its leads and remove the invalid ones, then start it again. Only emails sent after that count.":
    "El {rate, number, tenths} de {sample, plural, one {su último correo} other {sus últimos # correos}} rebotó. Valida sus leads, quita los no válidos e iníciala de nuevo. Solo cuentan los correos que se envíen después.",
  "{rate, number, tenths} of its last {sample} emails were marked as spam. Check its leads and texts before you start it again.":
    "El {rate, number, tenths} de {sample, plural, one {su último correo} other {sus últimos # correos}} se marcó como spam. Revisa sus leads y textos antes de iniciarla de nuevo.",
  "The providers block all its mailboxes. Fix or replace one and start it again.":
    "Los proveedores bloquean todos sus buzones. Arregla o sustituye uno e iníciala de nuevo.",
  "The database was restored from a backup. Check what was sent since then, then start it again.":
    "La base de datos se ha restaurado desde una copia de seguridad. Comprueba lo que se envió desde entonces e iníciala de nuevo.",
  "The database was restored to an earlier state. Emails sent since then are known and not sent again, and replies are read again. Unsubscribes and changes since then are lost. Check them before you start the campaign.":
    "La base de datos se ha restaurado a un estado anterior. Los correos enviados desde entonces se conocen y no se envían otra vez, y las respuestas se leen de nuevo. Las bajas y los cambios desde entonces se han perdido. Revísalos antes de iniciar la campaña.",
  "The database is as it was at {from}; what happened until {to} is missing in it.":
    "La base de datos está como el {from, date, moment} UTC; falta lo que ocurrió hasta el {to, date, moment} UTC.",
  "Unsubscriptions and changes of that time are lost; replies are read once more.":
    "Las bajas y los cambios de ese tiempo se han perdido; las respuestas se leen otra vez.",
  "{times} What was sent in that time is known to the journal and does not go out again. {lost}":
    "{times} Lo que se envió en ese tiempo consta en el diario de envíos y no sale de nuevo. {lost}",
  "{times} Nobody has looked through the Sent folders ({cause}): what was sent in that time goes out again when its campaign is started. {lost}":
    "{times} No se han revisado las carpetas de enviados ({cause}): lo que se envió en ese tiempo saldrá de nuevo cuando se inicie su campaña. {lost}",
  "it was not asked for": "no se pidió",
  "{folders} Sent folders were looked through: {mails} mails of that time lie there and do not go out again.":
    "{folders, plural, one {Se ha revisado # carpeta de enviados} other {Se han revisado # carpetas de enviados}}: {mails, plural, one {# correo de ese tiempo está ahí y no sale} other {# correos de ese tiempo están ahí y no salen}} de nuevo.",
  "{times} {seen} {lost}": "{times} {seen} {lost}",
  "{named} and {more} more": "{named} y {more, number} más",
  "{times} {seen} Not looked through: {boxes}. What these sent in that time goes out again when its campaign is started. {lost}":
    "{times} {seen} Sin revisar: {boxes}. Lo que estos enviaron en ese tiempo saldrá de nuevo cuando se inicie su campaña. {lost}",
  "{gap} Look through it, then start it again.": "{gap} Revísalo y vuelve a iniciarla.",
  "The campaign has no mailbox left. Assign one and start it again.":
    "A la campaña no le queda ningún buzón. Asígnale uno e iníciala de nuevo.",
  "A follow-up rule stopped": "Se ha detenido una regla de seguimiento",
  "The campaign that it sends leads to was deleted: {campaign}. Change the rule, or delete it.":
    "Se ha eliminado la campaña a la que envía leads: {campaign}. Cambia la regla o elimínala.",
  "Emails approved": "Correos aprobados",
  "Changes requested": "Cambios solicitados",
  '{person} approved the emails of "{campaign}".':
    "{person} ha aprobado los correos de «{campaign}».",
  '{person} approved the emails of "{campaign}". "{comment}"':
    "{person} ha aprobado los correos de «{campaign}». «{comment}»",
  '{person} asks for changes to the emails of "{campaign}": {comment}':
    "{person} pide cambios en los correos de «{campaign}»: {comment}",

  "Webhook to {host} was turned off": "El webhook a {host} se ha desactivado",
  "Webhook to an unknown host was turned off": "Un webhook a un host desconocido se ha desactivado",
  "{service} was turned off": "{service} se ha desactivado",
  "Its last {failures} attempts in a row failed. Reconnect it under Settings, Integrations. It is then on again and receives the missed events.":
    "Sus últimos {failures} intentos seguidos han fallado. Vuelve a conectarlo en Ajustes, Integraciones. Entonces quedará activo y recibirá los eventos perdidos.",
  "Its credentials can no longer be decrypted. Reconnect it under Settings, Integrations.":
    "Sus credenciales ya no se pueden descifrar. Vuelve a conectarlo en Ajustes, Integraciones.",
  "Its last {failures} attempts in a row failed. Fix your endpoint, send a test, then turn the webhook on. It then receives the events of the last three days.":
    "Sus últimos {failures} intentos seguidos han fallado. Arregla tu endpoint, envía una prueba y activa el webhook. Recibirá entonces los eventos de los últimos tres días.",
  "Its secret can no longer be decrypted, so deliveries cannot be signed. Enter the secret again.":
    "Su secreto ya no se puede descifrar, así que las entregas no se pueden firmar. Introduce el secreto de nuevo.",

  "Tracking domain {host} no longer works": "El dominio de seguimiento {host} ya no funciona",
  "New mails link to the install itself until it is mended; links in mails that were sent lead nowhere. Verify its DNS records in the settings.":
    "Hasta que se arregle, los correos nuevos enlazan a la propia instalación; los enlaces de los correos ya enviados no llevan a ninguna parte. Comprueba sus registros DNS en los ajustes.",
  "The host {host} no longer works": "El host {host} ya no funciona",
  "Clients cannot sign in there, and links in emails to them lead to the address of the installation until it works again. An admin can check its DNS record and certificate in the settings, under White label.":
    "Los clientes no pueden iniciar sesión allí y los enlaces de sus correos llevan a la dirección de la instalación hasta que vuelva a funcionar. Un administrador puede revisar su registro DNS y su certificado en los ajustes, en Marca blanca.",

  "{name} is on {list}": "{name} está en {list}",
  "{name} is off {list}": "{name} ya no está en {list}",
  "{use, select, sending {The sending domain} tracking {The tracking domain} server {The mail server's address} other {The linked domain}} {name} is on the block list {list}, confirmed by a second answer. Find the cause, then ask to be removed: {link}":
    "{use, select, sending {El dominio de envío} tracking {El dominio de seguimiento} server {La dirección del servidor de correo} other {El dominio enlazado}} {name} está en la lista de bloqueo {list}, confirmado por una segunda respuesta. Busca la causa y luego pide que lo retiren: {link}",
  "{use, select, sending {The sending domain} tracking {The tracking domain} server {The mail server's address} other {The linked domain}} {name} is no longer on the block list {list}, confirmed by a second answer.":
    "{use, select, sending {El dominio de envío} tracking {El dominio de seguimiento} server {La dirección del servidor de correo} other {El dominio enlazado}} {name} ya no está en la lista de bloqueo {list}, confirmado por una segunda respuesta.",
  "{domain}: your own source fails DMARC": "{domain}: tu propia fuente no pasa DMARC",
  "Of {messages, number} emails from {source}, {share, number, percent} passed DMARC for {domain}. Sign them with DKIM for this domain, or correct its SPF record.":
    "De {messages, number} correos de {source}, el {share, number, percent} pasó DMARC para {domain}. Fírmalos con DKIM para este dominio o corrige su registro SPF.",
  "{domain}: an unknown source passes DMARC": "{domain}: una fuente desconocida pasa DMARC",
  "{source} sent {messages, number} emails as {domain} that passed DMARC, and is neither in the SPF record nor a known provider. Check who has a key of the domain.":
    "{source} envió {messages, plural, one {# correo} other {# correos}} como {domain} que {messages, plural, one {pasó} other {pasaron}} DMARC, y no está en el registro SPF ni es un proveedor conocido. Comprueba quién tiene una clave del dominio.",
  "Many emails fail DMARC": "Muchos correos no pasan DMARC",
  "{messages, number} emails of {day} used your domains and failed DMARC. The reports tell whether they are yours or somebody else's.":
    "{messages, number} correos del {day, date, day} usaron tus dominios y no pasaron DMARC. Los informes dicen si son tuyos o de otros.",
  "Deliveries to your domains fail at TLS": "Las entregas a tus dominios fallan en TLS",
  "{failed, number} of {sessions, number} sessions of the last week failed. The TLS reports name the server and the failure.":
    "{failed, number} de {sessions, number} sesiones de la última semana fallaron. Los informes TLS indican el servidor y el fallo.",
  "No DMARC report for a week": "Ningún informe DMARC en una semana",
  "The last report that counts arrived on {day}. Check rua in the DMARC record, and whether the mailbox is read.":
    "El último informe que cuenta llegó el {day, date, day}. Comprueba rua en el registro DMARC y si se lee el buzón.",

  "The link {link} waits after three failures": "El enlace {link} espera tras tres fallos",
  "The link {link} could not be read": "No se ha podido leer el enlace {link}",
  "Nothing was changed.": "No se ha cambiado nada.",
  "Its first {rows} rows are stored, and the next run stores the rest.":
    "{rows, plural, one {Su primera fila está guardada} other {Sus primeras # filas están guardadas}}, y la próxima ejecución guardará el resto.",
  "{problem} {stored} It is tried once a day, and is active again when that succeeds. Correct it and run it to go on at once.":
    "{problem} {stored} Se intenta una vez al día y vuelve a estar activo cuando funciona. Corrígelo y ejecútalo para seguir de inmediato.",
  "{problem} {stored} It is tried again. You are told again only if it fails three times in a row.":
    "{problem} {stored} Se volverá a intentar. Solo recibirás otro aviso si falla tres veces seguidas.",
  "Upload who unsubscribed at {product}": "Sube quién se dio de baja en {product}",
  "The key of the move from {product} is gone. People can still unsubscribe from emails that {product} sent. Upload its unsubscribes and block list to the move once more.":
    "La clave de la mudanza desde {product} ya no existe. La gente aún puede darse de baja de los correos que envió {product}. Sube de nuevo a la mudanza sus bajas y su lista de bloqueo.",

  "{person} mentioned you in a note": "{person} te ha mencionado en una nota",
  "Open the conversation to read it and to answer.":
    "Abre la conversación para leerla y responder.",
  "A reply has waited for {hours, plural, one {# hour} other {# hours}}":
    "Una respuesta espera desde hace {hours, plural, one {# hora} other {# horas}}",
  "Open the conversation to answer it, or assign it to someone who can.":
    "Abre la conversación para responder o asígnala a alguien que pueda hacerlo.",

  "The clock was ahead": "El reloj iba adelantado",
  "The server clock was {hours} hours ahead and is correct again. {mailboxes} mailboxes would have waited until then and now resume. Steps that were scheduled in that time keep their later time.":
    "El reloj del servidor iba {hours, plural, one {# hora adelantado} other {# horas adelantado}} y ya es correcto. {mailboxes, plural, one {# buzón habría esperado hasta entonces y ahora se reanuda} other {# buzones habrían esperado hasta entonces y ahora se reanudan}}. Los pasos programados en ese tiempo conservan su hora posterior.",
  "The disk is nearly full": "El disco está casi lleno",
  "Less than 512 MB of disk space is free for DATA_DIR. When the disk is full, nothing is sent, received or saved. Free up space, or move DATA_DIR to a larger disk.":
    "Quedan menos de 512 MB libres para DATA_DIR. Cuando el disco está lleno, no se envía, recibe ni guarda nada. Libera espacio o mueve DATA_DIR a un disco mayor.",
  "The disk is full": "El disco está lleno",
  "Nothing is sent, received or saved until there is free disk space for DATA_DIR. Then sending resumes automatically. Nothing is sent twice.":
    "No se envía, recibe ni guarda nada hasta que haya espacio libre para DATA_DIR. Después, el envío se reanuda solo. Nada se envía dos veces.",
  "Outrider {version} is available": "Outrider {version} está disponible",
  "You are running {current}. View the release notes and update under Admin, Updates. If the update fails, it is rolled back automatically.":
    "Usas la versión {current}. Consulta las notas de la versión y actualiza en Admin, Actualizaciones. Si la actualización falla, se revierte sola.",

  "{amount} conversations were assigned to you":
    "Te han asignado {amount, plural, one {# conversación} other {# conversaciones}}",
  "Assigned to you: {lead}": "Asignado a ti: {lead}",
  "Reply from {lead}: {category}": "Respuesta de {lead}: {category}",
  interested: "interesado",
  "meeting request": "solicitud de reunión",
  "a lead": "un lead",
  "a lead, {company}": "un lead, {company}",
  "Notices work in this browser": "Los avisos funcionan en este navegador",
};

import type { germanMails } from "./german-mails.ts";

export const spanishMails: Readonly<Record<keyof typeof germanMails, string>> = {
  "Hello,": "Hola:",
  "Hello {name},": "Hola, {name}:",

  "Reset your password": "Restablece tu contraseña",
  "someone asked to reset your password at {origin}.\nIf it was you, open this link within one hour:":
    "Alguien ha pedido restablecer tu contraseña en {origin}.\nSi has sido tú, abre este enlace antes de una hora:",
  'Or send the part after "token=" as "token" with "new_password" to POST {address}.':
    "O envía la parte que sigue a «token=» como «token» junto con «new_password» a POST {address}.",
  "If it was not you, ignore this email. Your password stays the same.":
    "Si no has sido tú, ignora este correo. Tu contraseña no cambia.",

  "Confirm your email address": "Confirma tu dirección de correo",
  "somebody wants to use this address for their account at {origin}.\nIf it was you, open this link within 24 hours:":
    "Alguien quiere usar esta dirección para su cuenta en {origin}.\nSi has sido tú, abre este enlace antes de 24 horas:",
  "If it was not you, ignore this email. Nothing changes.":
    "Si no has sido tú, ignora este correo. No cambia nada.",
  "Your email address was changed": "Tu dirección de correo ha cambiado",
  "the email address of your account at {origin} is now {email}.\nIf it was you, there is nothing to do.":
    "La dirección de correo de tu cuenta en {origin} es ahora {email}.\nSi has sido tú, no tienes que hacer nada.",
  "If it was not you, open this link within 72 hours. It restores this address,\nends all sessions and stops the password; another email lets you choose a new one:":
    "Si no has sido tú, abre este enlace antes de 72 horas. Restaura esta dirección,\ncierra todas las sesiones y anula la contraseña; con otro correo podrás elegir una nueva:",

  "Your invitation to {product}": "Tu invitación a {product}",
  "{inviter} invites you to {product} at {origin}.": "{inviter} te invita a {product} en {origin}.",
  "An admin invites you to {product} at {origin}.":
    "Un administrador te invita a {product} en {origin}.",
  "You get access to: {workspaces}": "Tendrás acceso a: {workspaces}",
  "Open this link to set your name and password:":
    "Abre este enlace para elegir tu nombre y tu contraseña:",
  "It works once, until {until}.\nIf you do not know what this is about, ignore this email.":
    "Funciona una sola vez, hasta el {until, date, day}.\nSi no sabes de qué se trata, ignora este correo.",

  "Test email of {product}": "Correo de prueba de {product}",
  "this is how clients get emails about their account: by this sender, and with links to this address:":
    "Así reciben los clientes los correos sobre su cuenta: de este remitente y con enlaces a esta dirección:",
  "There is nothing to do.": "No tienes que hacer nada.",

  "Account: {origin}\nTime: {at}": "Cuenta: {origin}\nHora: {at, date, moment} UTC",
  "If it was not you, change your password and ask an admin.":
    "Si no has sido tú, cambia tu contraseña y avisa a un administrador.",
  "A second factor was added": "Se ha añadido un segundo factor",
  "A second factor was added to your account.": "Se ha añadido un segundo factor a tu cuenta.",
  "A second factor was removed": "Se ha quitado un segundo factor",
  "A second factor was removed from your account.": "Se ha quitado un segundo factor de tu cuenta.",
  "Your second factors were reset": "Se han restablecido tus segundos factores",
  "An admin removed all second factors from your account and ended its sessions. Sign in with your password, then set a new factor.":
    "Un administrador ha quitado todos los segundos factores de tu cuenta y ha cerrado sus sesiones. Inicia sesión con tu contraseña y configura un factor nuevo.",
  "New recovery codes": "Nuevos códigos de recuperación",
  "New recovery codes were made for your account. The earlier ones do not work any more.":
    "Se han creado nuevos códigos de recuperación para tu cuenta. Los anteriores ya no funcionan.",
  "A recovery code was used": "Se ha usado un código de recuperación",
  "Somebody signed in to your account with your password and a recovery code.":
    "Alguien ha iniciado sesión en tu cuenta con tu contraseña y un código de recuperación.",
  "A passkey was refused": "Se ha rechazado una llave de acceso",
  "A passkey of your account was refused because its counter went back. It may have been copied. Delete it and add a new one.":
    "Se ha rechazado una llave de acceso de tu cuenta porque su contador retrocedió. Puede que la hayan copiado. Elimínala y añade una nueva.",
  "Wrong codes at your sign-in": "Códigos erróneos al iniciar sesión",
  "Somebody passed the first step of your sign-in, your password or single sign-on, and then entered five wrong codes. If it was not you, change that password.":
    "Alguien ha superado el primer paso de tu inicio de sesión (la contraseña o el inicio de sesión único) y luego ha introducido cinco códigos erróneos. Si no has sido tú, cambia esa contraseña.",
  "Single sign-on was linked": "Inicio de sesión único vinculado",
  "Your account was linked to single sign-on, which signs you in from now on.":
    "Tu cuenta se ha vinculado al inicio de sesión único, con el que entrarás a partir de ahora.",
  "Your account was linked to single sign-on, which signs you in from now on. It was made without a confirmed address, so its earlier password, second factors, sessions and API keys were removed.":
    "Tu cuenta se ha vinculado al inicio de sesión único, con el que entrarás a partir de ahora. Se creó sin una dirección confirmada, así que se han eliminado su contraseña, segundos factores, sesiones y claves de API anteriores.",
  "Single sign-on was unlinked": "Inicio de sesión único desvinculado",
  "Your account is not linked to single sign-on any more.":
    "Tu cuenta ya no está vinculada al inicio de sesión único.",
  "The emergency account signed in": "La cuenta de emergencia ha iniciado sesión",
  "Single sign-on is the only way in, and the emergency account was used without it. The audit log shows when and from where.":
    "El inicio de sesión único es la única forma de entrar y la cuenta de emergencia se ha usado sin él. El registro de auditoría muestra cuándo y desde dónde.",
  "A change of your email was requested": "Se ha pedido cambiar tu correo",
  "Somebody who is signed in to your account wants to change its email address. It changes when the new address confirms.":
    "Alguien con la sesión iniciada en tu cuenta quiere cambiar su dirección de correo. Cambiará cuando se confirme la nueva dirección.",
  "Your email was restored": "Tu correo se ha restaurado",
  "A change of your email address was undone. All sessions ended, and your earlier password does not work any more. Another message has a link to choose a new one. Then check your second factors.":
    "Se ha deshecho un cambio de tu dirección de correo. Se han cerrado todas las sesiones y tu contraseña anterior ya no funciona. Otro mensaje trae un enlace para elegir una nueva. Después, revisa tus segundos factores.",

  "{n} notifications from {workspace}":
    "{n, plural, one {# notificación} other {# notificaciones}} de {workspace}",
  "Connect it again: {link}": "Volver a conectar: {link}",
  'See {origin}, workspace "{workspace}".\nYou can change who gets these emails in the workspace settings, under notifications.':
    "Consulta {origin}, espacio de trabajo «{workspace}».\nPuedes cambiar quién recibe estos correos en los ajustes del espacio de trabajo, en notificaciones.",
};

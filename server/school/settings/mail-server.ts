import {
  defaultPorts,
  type MailServer,
  type SchoolSettings,
  settingsRefusals,
} from '#contract/school/settings.ts'
import { Refused } from '#server/kit/call/refused.ts'

/** What can be told of a mail server by its address: all but the password. */
export function parseSmtpUrl(smtpUrl: string): NonNullable<SchoolSettings['mailServer']> {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const encryption = protocol === 'smtps:' ? 'tls' : 'starttls'
  return {
    host: hostname,
    port: port === '' ? defaultPorts[encryption] : Number(port),
    encryption,
    user: decodeURIComponent(username),
    hasPassword: password !== '',
  }
}

/**
 * The address of a mail server, with its password. One that is not typed is the kept one, which goes
 * to the server and user alone that it was typed for: nobody else gets hold of it by a change of
 * these. Refuses a user without a password.
 */
export function toSmtpUrl(server: MailServer, kept: string | undefined): string {
  const { host, port, encryption, user } = server
  const scheme = encryption === 'tls' ? 'smtps' : 'smtp'
  if (user === '') return `${scheme}://${host}:${port}`
  const password = server.password || findKeptPassword(server, kept)
  if (!password) {
    const { noPassword } = settingsRefusals
    throw new Refused(noPassword, { errors: { 'mailServer.password': noPassword.message } })
  }
  return `${scheme}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}:${port}`
}

function findKeptPassword(server: MailServer, kept: string | undefined): string | undefined {
  if (kept === undefined) return undefined
  const known = parseSmtpUrl(kept)
  const isSame = (['host', 'port', 'encryption', 'user'] as const).every(
    (part) => known[part] === server[part],
  )
  return isSame ? decodeURIComponent(new URL(kept).password) : undefined
}

import {
  defaultPorts,
  type MailServer,
  type SchoolSettings,
  settingsRefusals,
} from '#contract/school/settings.ts'
import { Refused } from '#server/kit/call/refused.ts'

/** Parses a mail server's URL into settings, without the password. */
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
 * Returns a mail server's URL with its password. Without a new password it keeps the stored one,
 * but only for the same server and user, so that a change cannot send it elsewhere. Refuses a user
 * without a password.
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

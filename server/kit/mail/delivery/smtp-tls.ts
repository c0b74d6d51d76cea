import { isLoopbackHost } from '../../limits/client-network.ts'

/**
 * Whether a mail server must use TLS: as its URL asks, else if a password is sent to it over a
 * network. Otherwise STARTTLS is used if it is offered, which an attacker in between could suppress.
 */
export function needsTls(smtpUrl: string): boolean {
  const { hostname, password, searchParams } = new URL(smtpUrl)
  const asked = searchParams.get('requireTLS')
  if (asked !== null) return asked === 'true'
  return password !== '' && !isLoopbackHost(hostname)
}

/** The mail library's options for a server. Query parameters of the URL override them. */
export function toSmtpOptions(smtpUrl: string): { url: string; requireTLS: boolean } {
  return { url: smtpUrl, requireTLS: needsTls(smtpUrl) }
}

/** The message for a mail server that would get a password unencrypted. */
export const noTlsOfferedMessage =
  'The server does not offer STARTTLS, and the password must not be sent unencrypted. Nothing was sent'

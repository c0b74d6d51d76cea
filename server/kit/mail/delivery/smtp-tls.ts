import { isLoopbackHost } from '../../limits/network.ts'

/**
 * Whether a mail server must be spoken to by TLS: where a password goes to it over a network. Else
 * TLS is begun where it is offered, which whoever sits between can say it is not.
 */
export function needsTls(smtpUrl: string): boolean {
  const { hostname, password } = new URL(smtpUrl)
  return password !== '' && !isLoopbackHost(hostname)
}

/** How the library is told of a mail server. What stands behind a ? in the address wins over it. */
export function toSmtpOptions(smtpUrl: string): { url: string; requireTLS: boolean } {
  return { url: smtpUrl, requireTLS: needsTls(smtpUrl) }
}

/** What is said of a mail server that would get a password in the open. */
export const noTlsOfferedMessage =
  'The server does not offer STARTTLS, and the password must not be sent unencrypted. Nothing was sent'

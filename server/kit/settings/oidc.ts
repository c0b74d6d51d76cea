import { z } from 'zod'
import { isLoopbackHost } from '../limits/client-network.ts'

export const oidcNameMaxLength = 40
export const wrongOidcNameMessage = `must have at most ${oidcNameMaxLength} characters`

const wrongIssuer =
  'must be the https:// address of an OpenID provider, without user, password, ? or #'

/** The setting OIDC_ISSUER. Only a provider on this machine may go without TLS. */
export const OidcIssuer = z
  .url({ protocol: /^https?$/, error: wrongIssuer, abort: true })
  .refine(isIssuer, wrongIssuer)

function isIssuer(address: string): boolean {
  const { protocol, hostname, username, password } = new URL(address)
  const isPlain = username === '' && password === '' && !/[?#]/.test(address)
  return isPlain && (protocol === 'https:' || isLoopbackHost(hostname))
}

/** The setting OIDC_ONLY: the admin whose password stays. */
export const OidcOnly = z
  .string()
  .toLowerCase()
  .refine(
    (only) => ['on', 'off'].includes(only) || z.email().safeParse(only).success,
    "must be 'on', 'off' or the email address of the admin who keeps a password",
  )

/** The OpenID provider of single sign-on. */
export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** As the button names it. */
  name: string
  /**
   * Who alone signs in with a password: an admin by email, or the admin who was added first;
   * undefined if everybody may.
   */
  passwordAdmin: 'first' | { email: string } | undefined
  /** Whether the provider can end its own session; false until it has first been asked. */
  canSignOut: boolean
}

type Given = {
  OIDC_ISSUER?: string | undefined
  OIDC_CLIENT_ID?: string | undefined
  OIDC_CLIENT_SECRET?: string | undefined
  OIDC_NAME: string
  OIDC_ONLY: string
}

/** Returns the provider; undefined if there is none. */
export function toOidcSettings({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_NAME: name,
  OIDC_ONLY: only,
}: Given): OidcSettings | undefined {
  if (!issuer || !clientId || !clientSecret) return undefined
  const passwordAdmin = toPasswordAdmin(only)
  return { issuer, clientId, clientSecret, name, passwordAdmin, canSignOut: false }
}

function toPasswordAdmin(only: string): OidcSettings['passwordAdmin'] {
  if (only === 'off') return undefined
  return only === 'on' ? 'first' : { email: only }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { oidcAttemptMinutes } from '#contract/limits/accounts.ts'

const name = 'weekward-oidc'

/** Returns the secret of the browser's attempt; undefined if it has none. */
export function readAttemptCookie({ headers }: FastifyRequest): string | undefined {
  const pairs = headers.cookie?.split(';').map((one) => one.trim().split('=', 2)) ?? []
  return pairs.find(([key]) => key === name)?.[1] || undefined
}

/**
 * Keeps the secret of an attempt in the browser, out of reach of scripts and other sites. `Lax`
 * lets it through when the provider sends the browser back.
 */
export function setAttemptCookie(reply: FastifyReply, secret: string, appUrl: string): void {
  const age = oidcAttemptMinutes * 60
  const secure = appUrl.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${name}=${secret}; Path=/oidc; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`,
  )
}

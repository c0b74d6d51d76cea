import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'

const untrusted = 'The certificate is not from a trusted authority'
const closed = 'The connection was closed before a response came'
const unreachable = 'The host cannot be reached'

/** What Node's codes mean to an admin. */
const byCode: Record<string, string> = {
  ENOTFOUND: 'There is no host of this name',
  EAI_AGAIN: 'The host name could not be looked up',
  ECONNREFUSED: 'The host refused the connection',
  ECONNRESET: closed,
  EPIPE: closed,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  CERT_HAS_EXPIRED: 'The certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  HPE_HEADER_OVERFLOW: 'The headers of the response are too long',
}

/** Codes of a family, by how they begin. */
const byPrefix: [prefix: string, words: string][] = [
  ['HPE_', 'The response is not HTTP'],
  ['ERR_SSL_', 'No TLS connection could be made'],
]

/** What a code of Node's network errors means, in plain words; undefined for an unknown one. */
export function explainErrorCode(code: string): string | undefined {
  const ofFamily = byPrefix.find(([prefix]) => code.startsWith(prefix))
  return byCode[code] ?? ofFamily?.[1]
}

/** What went wrong on the network, in plain words; an unknown error's own message. */
export function explainNetworkError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return explainErrorCode(code) ?? getErrorMessage(error)
}

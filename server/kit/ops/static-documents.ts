import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Replies with a document in the best encoding that the client accepts, or with 304. */
export type DocumentHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>

type Encoding = 'br' | 'gzip'

const compressed: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  // The highest quality takes ten times as long to save a twentieth.
  br: (content) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify(gzip),
}

/**
 * Makes a handler for a public document, which is kept in memory and compressed once for each
 * encoding on demand.
 */
export function makeDocumentHandler({
  type,
  content,
}: {
  type: string
  content: Buffer
}): DocumentHandler {
  const hash = createHash('sha256').update(content).digest('base64url')
  const kept = new Map<Encoding, Promise<Buffer>>()
  const inEncoding = (encoding: Encoding) => {
    const known = kept.get(encoding) ?? compressed[encoding](content)
    kept.set(encoding, known)
    return known
  }
  return async (request, reply) => {
    const encoding = chooseEncoding(String(request.headers['accept-encoding'] ?? ''))
    const etag = `"${hash}${encoding ? `-${encoding}` : ''}"`
    const vary = [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', ')
    reply.headers({ etag, vary, 'cache-control': 'no-cache' })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send()
    if (encoding) reply.header('content-encoding', encoding)
    return reply.type(type).send(encoding ? await inEncoding(encoding) : content)
  }
}

/** The best encoding that the client accepts; a weight of 0 is a refusal (RFC 9110, 12.5.3). */
function chooseEncoding(accepted: string): Encoding | undefined {
  const taken = accepted
    .toLowerCase()
    .split(',')
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(';')[0]?.trim())
  return (['br', 'gzip'] as const).find((one) => taken.includes(one))
}

function matchesEtag(given: string | undefined, etag: string): boolean {
  const known = given?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  return known.includes(etag) || known.includes('*')
}

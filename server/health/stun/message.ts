import { createHash, createHmac, randomBytes } from 'node:crypto'

/** The STUN and TURN methods and classes that this client uses (RFC 8489, 8656). */
export const bindingMethod = 0x0001
export const allocateMethod = 0x0003
export const refreshMethod = 0x0004
const success = 0x0100
const failure = 0x0110

const magicCookie = 0x2112a442
const headerLength = 20
const integrityLength = 20

const attributes = {
  username: 0x0006,
  integrity: 0x0008,
  errorCode: 0x0009,
  lifetime: 0x000d,
  realm: 0x0014,
  nonce: 0x0015,
  relayedAddress: 0x0016,
  requestedTransport: 0x0019,
  mappedAddress: 0x0020,
} as const
type Attribute = keyof typeof attributes

/** Long-term credentials (RFC 8489, 9.2). */
export type Credentials = { username: string; password: string; realm: string; nonce: string }

type Request = {
  method: number
  lifetime?: number
  /** Requests a relay for UDP, which calls use. */
  asksForRelay?: boolean
  credentials?: Credentials | undefined
}

/** Encodes a request; its response has the same id. */
export function encodeRequest({ method, lifetime, asksForRelay, credentials }: Request): {
  bytes: Buffer
  id: Buffer
} {
  const id = randomBytes(12)
  const parts: Buffer[] = []
  if (asksForRelay) parts.push(attribute('requestedTransport', Buffer.from([17, 0, 0, 0])))
  if (lifetime !== undefined) parts.push(attribute('lifetime', uint32(lifetime)))
  if (!credentials) return { bytes: message(method, id, parts), id }
  const { username, password, realm, nonce } = credentials
  parts.push(attribute('username', Buffer.from(username)))
  parts.push(attribute('realm', Buffer.from(realm)))
  parts.push(attribute('nonce', Buffer.from(nonce)))
  const key = createHash('md5').update(`${username}:${realm}:${password}`).digest()
  // The length in the signed header includes the integrity attribute itself.
  const signed = message(method, id, parts, 4 + integrityLength)
  parts.push(attribute('integrity', createHmac('sha1', key).update(signed).digest()))
  return { bytes: message(method, id, parts), id }
}

function message(method: number, id: Buffer, parts: Buffer[], more = 0): Buffer {
  const body = Buffer.concat(parts)
  const header = Buffer.alloc(headerLength)
  header.writeUInt16BE(method, 0)
  header.writeUInt16BE(body.length + more, 2)
  header.writeUInt32BE(magicCookie, 4)
  id.copy(header, 8)
  return Buffer.concat([header, body])
}

function attribute(name: Attribute, value: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(attributes[name], 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value, Buffer.alloc(getPadding(value.length))])
}

/** Attributes are padded to multiples of four bytes. */
const getPadding = (length: number) => (4 - (length % 4)) % 4

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export type StunResponse = {
  isSuccess: boolean
  error: { code: number; reason: string } | undefined
  realm: string | undefined
  nonce: string | undefined
  /** The address from which the server sees us, and the relay address. */
  mapped: string | undefined
  relayed: string | undefined
}

/** The length of a message, with its header; undefined until the header has arrived. */
export function getMessageLength(bytes: Buffer): number | undefined {
  return bytes.length < headerLength ? undefined : headerLength + bytes.readUInt16BE(2)
}

/** Decodes the response to a request; undefined for any other message. */
export function decodeResponse(bytes: Buffer, id: Buffer): StunResponse | undefined {
  const length = getMessageLength(bytes)
  if (length === undefined || bytes.length < length) return undefined
  if (bytes.readUInt32BE(4) !== magicCookie || !bytes.subarray(8, headerLength).equals(id)) {
    return undefined
  }
  const kind = bytes.readUInt16BE(0) & 0x0110
  if (kind !== success && kind !== failure) return undefined
  const found = readAttributes(bytes.subarray(headerLength, length))
  const [error, mapped, relayed] = [
    found.get(attributes.errorCode),
    found.get(attributes.mappedAddress),
    found.get(attributes.relayedAddress),
  ]
  return {
    isSuccess: kind === success,
    error: error && error.length >= 4 ? decodeError(error) : undefined,
    realm: found.get(attributes.realm)?.toString('utf8'),
    nonce: found.get(attributes.nonce)?.toString('utf8'),
    mapped: mapped && decodeAddress(mapped, id),
    relayed: relayed && decodeAddress(relayed, id),
  }
}

function readAttributes(body: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>()
  let at = 0
  while (at + 4 <= body.length) {
    const type = body.readUInt16BE(at)
    const length = body.readUInt16BE(at + 2)
    if (!found.has(type)) found.set(type, body.subarray(at + 4, at + 4 + length))
    at += 4 + length + getPadding(length)
  }
  return found
}

function decodeError(value: Buffer): { code: number; reason: string } {
  const code = ((value[2] ?? 0) & 7) * 100 + (value[3] ?? 0)
  return { code, reason: value.subarray(4).toString('utf8').trim() }
}

/**
 * Decodes an XOR-MAPPED-ADDRESS, which is masked because routers rewrite plain addresses (RFC 8489,
 * 14.2).
 */
function decodeAddress(value: Buffer, id: Buffer): string | undefined {
  const mask = Buffer.concat([uint32(magicCookie), id])
  const open = (at: number) => (value[at] ?? 0) ^ (mask[at - 4] ?? 0)
  if (value[1] === 1 && value.length >= 8) return [4, 5, 6, 7].map(open).join('.')
  if (value[1] !== 2 || value.length < 20) return undefined
  const groups = [4, 6, 8, 10, 12, 14, 16, 18].map((at) =>
    (open(at) * 256 + open(at + 1)).toString(16),
  )
  return groups.join(':')
}

import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The private and public parts of a browser's subscription. */
export type FakeBrowser = {
  own: ECDH
  secret: Buffer
  keys: { p256dh: string; auth: string }
}

export function makeFakeBrowser(): FakeBrowser {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const secret = randomBytes(16)
  const keys = { p256dh: own.getPublicKey('base64url'), auth: secret.toString('base64url') }
  return { own, secret, keys }
}

const hkdf = (key: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** Decrypts a message for a browser (RFC 8291, 3.4 and RFC 8188, 2). */
export function decrypt({ own, secret }: FakeBrowser, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const idLength = body.readUInt8(20)
  const theirs = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  if (record.length > recordSize) throw new Error('a push has one record')

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs])
  const shared = hkdf(own.computeSecret(theirs), secret, info, 32)
  const key = hkdf(shared, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = hkdf(shared, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record ends with a 2 and padding zeros.
  const end = plain.lastIndexOf(2)
  if (end < 0 || plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('bad padding')
  return plain.subarray(0, end).toString()
}

import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * An API token: a prefix, 37 random characters of base 62 (220 bits) and a checksum of six, as
 * GitHub's have, so that scanners recognise a leaked one without asking the server.
 */
export const apiTokenPrefix = 'ww_'
const randomLength = 37
const checksumLength = 6
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const format = new RegExp(`^${apiTokenPrefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`)

/** Returns a new API token. */
export function newApiToken(): string {
  const random = Array.from({ length: randomLength }, () => digits[randomInt(digits.length)])
  const text = apiTokenPrefix + random.join('')
  return text + getChecksum(text)
}

/** Whether a text has the format of an API token, with the right checksum. */
export function isApiToken(text: string): boolean {
  return (
    format.test(text) && getChecksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
  )
}

/** CRC-32 of the prefix and the random characters, in base 62. */
function getChecksum(text: string): string {
  let rest = crc32(text)
  let checksum = ''
  while (checksum.length < checksumLength) {
    checksum = digits[rest % digits.length] + checksum
    rest = Math.floor(rest / digits.length)
  }
  return checksum
}

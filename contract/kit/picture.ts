/** What a picture is by its first twelve bytes, a character each, whatever its name ends with. */
function findType(bytes: string): 'image/png' | 'image/jpeg' | 'image/webp' | undefined {
  if (bytes.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (bytes.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^RIFF.{4}WEBP/s.test(bytes)) return 'image/webp'
  return undefined
}

/**
 * The type of a picture that is whole, as far as its frame tells: it has a width and a height, and its
 * end is there. Undefined for all else. `bytes` is the whole of it, a character each.
 */
export function getPictureType(bytes: string): string | undefined {
  const type = findType(bytes)
  if (type === 'image/png') return isWholePng(bytes) ? type : undefined
  if (type === 'image/jpeg') return isWholeJpeg(bytes) ? type : undefined
  if (type === 'image/webp') return isWholeWebp(bytes) ? type : undefined
  return undefined
}

/** PNG (W3C), 5.6: IHDR comes first, with the size, and IEND last. */
function isWholePng(bytes: string): boolean {
  const hasSize = numberAt(bytes, 16, 4) > 0 && numberAt(bytes, 20, 4) > 0
  return bytes.startsWith('IHDR', 12) && hasSize && bytes.includes('IEND\xaeB`\x82')
}

/** JPEG (T.81), B.1 and B.2: segments with their lengths, a frame with the size, and an end. */
function isWholeJpeg(bytes: string): boolean {
  let at = 2
  while (bytes[at] === '\xff') {
    const marker = numberAt(bytes, at + 1, 1)
    // Three of the sixteen are tables, and no frame.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    // A height of 0 is told later, by few cameras: no browser is sure to show it.
    if (isFrame) {
      const hasSize = numberAt(bytes, at + 5, 2) > 0 && numberAt(bytes, at + 7, 2) > 0
      return hasSize && bytes.lastIndexOf('\xff\xd9') > at
    }
    // Any number of bytes may fill up before a marker.
    at += marker === 0xff ? 1 : 2 + numberAt(bytes, at + 2, 2)
  }
  return false
}

/** WebP (RFC 9649), 2.4: the file says how long it is, and begins with a chunk of one of three kinds. */
function isWholeWebp(bytes: string): boolean {
  const size = [4, 5, 6, 7].reduceRight((sum, at) => sum * 256 + numberAt(bytes, at, 1), 0)
  return size + 8 <= bytes.length && size > 12 && /^VP8[ LX]/.test(bytes.slice(12, 16))
}

/** A number of so many bytes, the greatest first; NaN beyond the end. */
function numberAt(bytes: string, at: number, length: number): number {
  let sum = 0
  for (let byte = at; byte < at + length; byte++) sum = sum * 256 + bytes.charCodeAt(byte)
  return sum
}

/** The type by the magic bytes, regardless of the file name. */
function findType(bytes: string): 'image/png' | 'image/jpeg' | 'image/webp' | undefined {
  if (bytes.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (bytes.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^RIFF.{4}WEBP/s.test(bytes)) return 'image/webp'
  return undefined
}

/**
 * The type of a complete image; undefined for anything else. Checks that there is a width, a height
 * and an end marker. `bytes` has one character per byte.
 */
export function detectImageType(bytes: string): string | undefined {
  const type = findType(bytes)
  if (type === 'image/png') return isWholePng(bytes) ? type : undefined
  if (type === 'image/jpeg') return isWholeJpeg(bytes) ? type : undefined
  if (type === 'image/webp') return isWholeWebp(bytes) ? type : undefined
  return undefined
}

/** PNG (W3C), 5.6: IHDR with the size comes first, IEND last. */
function isWholePng(bytes: string): boolean {
  const hasSize = numberAt(bytes, 16, 4) > 0 && numberAt(bytes, 20, 4) > 0
  return bytes.startsWith('IHDR', 12) && hasSize && bytes.includes('IEND\xaeB`\x82')
}

/** JPEG (T.81), B.1 and B.2: segments with lengths, a frame header with the size, an end. */
function isWholeJpeg(bytes: string): boolean {
  let at = 2
  while (bytes[at] === '\xff') {
    const marker = numberAt(bytes, at + 1, 1)
    // Three of these sixteen markers are tables, not frames.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    // A few cameras write height 0 and the real one later. Not every browser shows such images.
    if (isFrame) {
      const hasSize = numberAt(bytes, at + 5, 2) > 0 && numberAt(bytes, at + 7, 2) > 0
      return hasSize && bytes.lastIndexOf('\xff\xd9') > at
    }
    // Fill bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + numberAt(bytes, at + 2, 2)
  }
  return false
}

/** WebP (RFC 9649), 2.4: the header has the length, and the first chunk is one of three kinds. */
function isWholeWebp(bytes: string): boolean {
  const size = [4, 5, 6, 7].reduceRight((sum, at) => sum * 256 + numberAt(bytes, at, 1), 0)
  return size + 8 <= bytes.length && size > 12 && /^VP8[ LX]/.test(bytes.slice(12, 16))
}

/** Reads a big-endian number of `length` bytes; NaN beyond the end. */
function numberAt(bytes: string, at: number, length: number): number {
  let sum = 0
  for (let byte = at; byte < at + length; byte++) sum = sum * 256 + bytes.charCodeAt(byte)
  return sum
}

/** The smallest complete PNG, with one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The same, padded to so many bytes. */
export function makePng(length: number): Buffer {
  const end = png.length - 12
  const filling = Buffer.alloc(length - png.length)
  return Buffer.concat([png.subarray(0, end), filling, png.subarray(end)])
}

/** A one-pixel JPEG frame and what completes it. */
export const jpeg = Buffer.from(
  'ffd8 ffe0000400ff ffc0000b080001000101011100 ffda0008010100003f00 00 ffd9'.replaceAll(' ', ''),
  'hex',
)

export const webp = Buffer.from(
  'UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=',
  'base64',
)

/** The text of a file, and the name of its encoding. */
export type DecodedFile = { text: string; encoding: string }

/**
 * Decodes a text file as spreadsheets save it: UTF-8, UTF-16 with or without a byte order mark, or
 * else Windows-1252, in which every byte is a character.
 */
export function decodeFile(bytes: Uint8Array): DecodedFile {
  const utf16 = findUtf16(bytes)
  if (utf16) return decode(bytes, utf16)
  try {
    return decode(bytes, 'UTF-8')
  } catch {
    return decode(bytes, 'Windows-1252')
  }
}

function decode(bytes: Uint8Array, encoding: string): DecodedFile {
  return {
    text: new TextDecoder(encoding, { fatal: encoding === 'UTF-8' }).decode(bytes),
    encoding,
  }
}

/** Without a mark, every other byte of mostly Latin text is zero. */
function findUtf16(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'UTF-16LE'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'UTF-16BE'
  const first = bytes.subarray(0, 200)
  const zeros = (parity: number) =>
    first.reduce((sum, byte, place) => sum + Number(byte === 0 && place % 2 === parity), 0)
  if (zeros(1) * 4 > first.length) return 'UTF-16LE'
  return zeros(0) * 4 > first.length ? 'UTF-16BE' : undefined
}

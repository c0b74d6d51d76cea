/**
 * Returns the texts of a mail in a file (RFC 5322), each with single spaces: as it is, with
 * decoded headers (RFC 2047), and with decoded quoted-printable and base64 (RFC 2045). It does not
 * look where which encoding holds, so some of the texts make no sense.
 */
export function decodeMail(file: Buffer): string[] {
  const bytes = file.toString('latin1')
  const decoded = [bytes, decodeWords(bytes), decodeQuotedPrintable(bytes), decodeBase64(bytes)]
  return decoded
    .map((one) => Buffer.from(one, 'latin1').toString('utf8').normalize('NFC'))
    .flatMap((text) => [text, text.replace(/\r?\n[ \t]/g, '')])
    .map((text) => text.replace(/\s+/g, ' '))
}

/** Adjacent words are one text, which may be split within a character. */
function decodeWords(bytes: string): string {
  return bytes.replace(/(?:=\?[^?\s]+\?[bq]\?[^?\s]*\?=\s*)+/gi, (words) => {
    const parts = words.matchAll(/=\?[^?\s]+\?([bq])\?([^?\s]*)\?=/gi)
    return [...parts]
      .map(([, encoding, text = '']) =>
        encoding?.toLowerCase() === 'b'
          ? toBytes(text)
          : decodeQuotedPrintable(text.replaceAll('_', ' ')),
      )
      .join('')
      .concat('\n')
  })
}

function decodeQuotedPrintable(bytes: string): string {
  return bytes
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** The decoded parts alone: lines of nothing but base64. */
function decodeBase64(bytes: string): string {
  const parts = bytes.match(/(?:^[a-z0-9+/]+={0,2}\r?(?:\n|$))+/gim) ?? []
  return parts.map(toBytes).join('\n')
}

const toBytes = (base64: string) => Buffer.from(base64, 'base64').toString('latin1')

/** A part of a text: a link if it has an `href`, otherwise plain text. */
export type TextPart = { text: string; href?: string }

/** Where a web address may begin, with all that could belong to it. */
const candidate = /\bhttps?:\/\/[^\s<>"“”„«»`]+/gi

/** Punctuation that ends a sentence rather than an address. */
const trailing = /[.,;:!?'’‘…*_~)\]}]$/
const openings: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/**
 * Splits a text into links and plain text; joined, the parts are the text again. Links are http and
 * https; trailing punctuation is not part of them, except a bracket that was opened within.
 */
export function findLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(candidate)) {
    const address = withoutTrailing(found)
    if (!isWebAddress(address)) continue
    if (index > from) parts.push({ text: text.slice(from, index) })
    parts.push({ text: address, href: address })
    from = index + address.length
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}

function withoutTrailing(found: string): string {
  let address = found
  while (trailing.test(address) && !closesItsOwn(address)) address = address.slice(0, -1)
  return address
}

/** Whether the closing bracket at the end was opened within the address, as in …/Clock_(device). */
function closesItsOwn(address: string): boolean {
  const closing = address.slice(-1)
  const opening = openings[closing]
  if (opening === undefined) return false
  return address.split(opening).length >= address.split(closing).length
}

/** Whether the address is http or https with a host. */
function isWebAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.hostname !== ''
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLinks } from './find-links.ts'

const linksIn = (text: string) =>
  findLinks(text).flatMap(({ href }) => (href === undefined ? [] : [href]))

test.each([
  ['Read https://example.org/a?b=c#d, then rest.', ['https://example.org/a?b=c#d']],
  ['(see http://example.org/a).', ['http://example.org/a']],
  ['https://en.example.org/Clock_(device)', ['https://en.example.org/Clock_(device)']],
  ['(https://en.example.org/Clock_(device))', ['https://en.example.org/Clock_(device)']],
  ['[a guide](https://example.org/guide)!', ['https://example.org/guide']],
  [
    '“https://example.org”, HTTPS://EXAMPLE.ORG/B…',
    ['https://example.org', 'HTTPS://EXAMPLE.ORG/B'],
  ],
  ['<https://example.org/>', ['https://example.org/']],
  ['https://żółw.example/ü?', ['https://żółw.example/ü']],
  ['http://a.example http://b.example', ['http://a.example', 'http://b.example']],
  ['http://localhost:3000/x', ['http://localhost:3000/x']],
])('the links in %j', (text, links) => {
  expect(linksIn(text)).toEqual(links)
})

test.each([
  'javascript:alert(1)',
  'javascript://example.org/%0Aalert(1)',
  'data:text/html,https',
  'ftp://example.org',
  'example.org',
  'https://',
  'http://.,;',
  'xhttps://example.org',
  'https://[',
])('no link in %j', (text) => {
  expect(linksIn(text)).toEqual([])
})

test('any text is kept as it is, and links lead only to the web', () => {
  const piece = fc.oneof(
    fc.constantFrom('http://', 'https://', 'javascript:', 'a.example', '(', ')', '.', ' ', '\n'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('')
      const parts = findLinks(text)
      expect(parts.map((part) => part.text).join('')).toBe(text)
      for (const { href } of parts) if (href !== undefined) expect(href).toMatch(/^https?:\/\//i)
    }),
  )
})

import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { MarkdownText } from './markdown.tsx'

const shown = (text: string) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <MarkdownText text={text} linkTo={(href) => (href === 'known.md' ? '/known' : undefined)} />
    </MemoryRouter>,
  ).replace(/<style.*?<\/style>/s, '')

test('HTML tags are shown as text', () => {
  expect(shown('<script>alert(1)</script>\n\na <img src=x onerror=alert(1)> b')).not.toMatch(
    /<(script|img)/,
  )
  expect(shown('| a |\n| --- |\n| b<br>c |')).toContain('b<br/>')
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'other.md',
])('a link to %s is plain text', (href) => {
  const html = shown(`[words](${href})`)
  expect(html).toContain('words')
  expect(html).not.toContain('<a')
})

test('pictures are left out, as they would reveal the reader to their owner', () => {
  expect(shown('![a picture](https://elsewhere.test/x.png)')).not.toContain('elsewhere')
})

test('web links open in a new tab, and relative ones stay on the page if they resolve', () => {
  expect(shown('[a](https://age-encryption.org) https://b.test')).toContain(
    '<a href="https://b.test" target="_blank" rel="noopener noreferrer">',
  )
  expect(shown('[a](known.md)')).toContain('<a href="/known" data-discover="true">a</a>')
})

test('user-written text sets no ids', () => {
  expect(shown('# content\n\n## content')).not.toContain(' id=')
})

import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ParsedInlineMarkdown } from './parsed-inline-markdown.tsx'

const shown = (line: string) => renderToStaticMarkup(<ParsedInlineMarkdown line={line} />)
const withoutTags = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

const link = (href: string, text: string) =>
  `<a href="${href}" target="_blank" rel="noopener noreferrer" style="color:inherit">${text}</a>`

test.each([
  ['Run `npm *test*`', 'Run <code>npm *test*</code>'],
  [
    '*one* _two_ **three** ~~four~~',
    '<em>one</em> <em>two</em> <strong>three</strong> <del>four</del>',
  ],
  [
    'Read [the *guide*](https://a.test/x)',
    `Read ${link('https://a.test/x', 'the <em>guide</em>')}`,
  ],
  [
    'See https://a.test/_next/_x_y.',
    `See ${link('https://a.test/_next/_x_y', 'https://a.test/_next/_x_y')}.`,
  ],
  ['a \\*star\\*', 'a *star*'],
])('%j is shown with its marks', (line, html) => {
  expect(shown(line)).toBe(html)
})

test.each([
  '# no heading',
  '- no list',
  '* no list',
  '1. no list',
  '> no quote',
  '    no code',
  '```',
  '---',
  '***',
  '| a | b |',
  '[ ] no box',
  'snake_case_name and 2 * 3 * 4',
  '&amp; &lt;b&gt; &#42;',
  '[a]: https://a.test/',
])('%j stays as it is typed', (line) => {
  const html = shown(line)
  expect(withoutTags(html).trim()).toBe(line.trim())
  expect(html.replace(/<\/?a\b[^>]*>/g, '')).not.toMatch(
    /<(h1|ul|ol|li|blockquote|pre|hr|table|input)/,
  )
})

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '*<b onclick=alert(1)>bold</b>*',
  '`<script>alert(1)</script>`',
  '</li></ul><script>alert(1)</script>',
]

test.each(hostile)('%j stays text', (line) => {
  const html = shown(line)
  expect(html).not.toMatch(/<(?!\/?(em|code)>)/)
  expect(withoutTags(html)).toContain('alert(1)')
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java&#115;cript:alert(1)',
  'javascript&colon;alert(1)',
  ' javascript:alert(1)',
  'data:text/html;base64,PHNjcmlwdD4=',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'mailto:a@b.test',
  '//evil.test/x',
  '/admin/domain-list',
  'other.md',
  'https:evil"onmouseover=alert(1)',
])('a link to %s is plain text or leads to the web', (href) => {
  for (const line of [`[words](${href})`, `[words](<${href}>)`, `**[words](${href} "title")**`]) {
    const html = shown(line)
    expect(html).toContain('words')
    for (const [, to] of html.matchAll(/href="([^"]*)"/g)) expect(to).toMatch(/^https?:\/\//)
    expect(html).not.toMatch(/<a[^>]* on\w+=/)
  }
})

test('a link whose text is an address leads there and nowhere else', () => {
  const html = shown('[https://bank.test](https://evil.test)')
  expect(html).toBe(link('https://bank.test', 'https://bank.test'))
})

test('pictures are left out, as they would reveal the reader to their owner', () => {
  expect(shown('![a](https://elsewhere.test/x.png)')).not.toContain('<img')
})

test('marks that are nested 10,000 deep are shown as text at once', () => {
  for (const mark of ['*', '_', '[', '`', '**a ', '![', '~~', '[a](', '<', '\\']) {
    const line = mark.repeat(10_000)
    const from = performance.now()
    const html = shown(line)
    expect(withoutTags(html)).toBe(line)
    expect(performance.now() - from).toBeLessThan(1_000)
  }
})

test('any line that can be saved is shown in no time, with only links to the web', {
  timeout: 60_000,
}, () => {
  const piece = fc.oneof(
    fc.constantFrom('*', '**', '_', '`', '[', ']', '](', '(', ')', '<', '>', '!', '~~', '\\', '&'),
    fc.constantFrom('javascript:', 'https://a.test', 'data:', '<script>', ' ', 'a', '\n', '# '),
    fc.string({ maxLength: 5 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
      const html = shown(pieces.join('').slice(0, 500))
      expect(html.replace(/<\/?(a|em|strong|del|code)\b[^>]*>/g, '')).not.toContain('<')
      for (const [, to] of html.matchAll(/href="([^"]*)"/g)) expect(to).toMatch(/^https?:\/\//i)
    }),
  )
  for (const mark of ['*', '_', '[', '`', '**a ', '![', '~~', '[a](', '*a **b ', 'a*', '<', '\\']) {
    const from = performance.now()
    shown(mark.repeat(500).slice(0, 500))
    expect(performance.now() - from).toBeLessThan(2_000)
  }
})

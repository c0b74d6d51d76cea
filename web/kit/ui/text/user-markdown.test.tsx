import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { feedbackMaxLength } from '#contract/limits/reviews.ts'
import { UserMarkdown } from './user-markdown.tsx'

const shown = (text: string) =>
  renderToStaticMarkup(<UserMarkdown text={text} />)
    .replace(/<style.*?<\/style>/s, '')
    .replaceAll('\n', '')

const inFrame = (html: string) => `<div class="markdown" data-within="true">${html}</div>`

test('lists, quotes, code and emphasis are shown as such', () => {
  expect(shown('- a\n- **b**\n\n1. c')).toBe(
    inFrame('<ul><li>a</li><li><strong>b</strong></li></ul><ol><li>c</li></ol>'),
  )
  expect(shown('> Well done\n\n~~not~~ *so* `<b>`')).toBe(
    inFrame(
      '<blockquote><p>Well done</p></blockquote><p><del>not</del> <em>so</em> <code>&lt;b&gt;</code></p>',
    ),
  )
  expect(shown('```js\nlet a = 1\n```')).toBe(
    inFrame('<pre tabindex="0"><code class="language-js">let a = 1</code></pre>'),
  )
})

test('headings are bold lines, and boxes of tasks are signs', () => {
  for (const marks of ['#', '##', '######']) {
    expect(shown(`${marks} Theory`)).toBe(inFrame('<p><strong>Theory</strong></p>'))
  }
  expect(shown('- [ ] a\n- [x] b')).not.toContain('<input')
  expect(shown('- [ ] a\n- [x] b')).toMatch(/☐ a.*☑ b/)
})

/** Elements and attributes that a browser may run or load; text of the same words is harmless. */
const harmful =
  /<(?!\/?(div|p|strong|em|del|code|pre|ul|ol|li|blockquote|hr|br|a|table|thead|tbody|tr|th|td)\b)|<[^>]*\s(on\w+|src|srcset|srcdoc|style|id|name|action|formaction|xlink:href|data)=/i

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<style>@import "https://elsewhere.test/x.css"</style>',
  '<link rel=stylesheet href=https://elsewhere.test/x.css>',
  '<meta http-equiv=refresh content="0;url=https://elsewhere.test">',
  '<base href="https://elsewhere.test">',
  '<form action=https://elsewhere.test><input name=password></form>',
  '<object data="data:text/html,x"></object>',
  '<template><img src=x onerror=alert(1)></template>',
  '<p id="root" style="position:fixed">x</p>',
  '<!--><script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '</div></p></li><script>alert(1)</script>',
  '`<script>alert(1)</script>`',
  '```"><script>alert(1)</script>\n<img src=x onerror=alert(1)>\n```',
  '    <script>alert(1)</script>',
  '| <script>alert(1)</script> |\n| --- |\n| <img src=x onerror=alert(1)> |',
  '# <script>alert(1)</script>',
  '> <script>alert(1)</script>',
  '- <script>alert(1)</script>',
  '![x](https://elsewhere.test/x.png "onerror=alert(1)")',
  '![x][y]\n\n[y]: https://elsewhere.test/x.png',
  '[x](https://a.test/"onmouseover=alert(1))',
  '[x](https://a.test "\\"onmouseover=alert(1)")',
  '[^1]\n\n[^1]: <script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<ScRiPt\n>alert(1)</sCrIpT\t>',
  '<script\u0000>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}',
]

test.each(hostile)('%j runs and loads nothing', (text) => {
  const html = shown(text)
  expect(html).not.toMatch(harmful)
  expect(html).not.toMatch(/href="(?!https?:\/\/)/)
})

test('HTML is shown as it was typed', () => {
  expect(shown('<b onclick=alert(1)>x</b>')).toBe(
    inFrame('<p>&lt;b onclick=alert(1)&gt;x&lt;/b&gt;</p>'),
  )
})

const schemes = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript&colon;alert(1)',
  'java&#115;cript:alert(1)',
  '&#x6A;avascript:alert(1)',
  'java&Tab;script:alert(1)',
  'java&NewLine;script:alert(1)',
  '&#1;javascript:alert(1)',
  '\u0001javascript:alert(1)',
  '\u00a0javascript:alert(1)',
  '%6Aavascript:alert(1)',
  'javascript%3Aalert(1)',
  'javascript://a.test/%0Aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://a.test/x',
  'ftp://a.test',
  'tel:112',
  'view-source:https://a.test',
  'feed:javascript:alert(1)',
  '//a.test',
  '/logout',
  '#root',
  '?x',
]

test.each(schemes)('a link to %j is plain text', (href) => {
  for (const text of [
    `[words](${href})`,
    `[words](<${href}>)`,
    `[words](  ${href}  "title")`,
    `[words][1]\n\n[1]: <${href}>`,
    `<${href}>`,
    `[![words](${href})](${href})`,
  ]) {
    expect(shown(text), text).not.toContain('<a')
  }
})

test('links of the web open in a new tab, without a trace of the reader', () => {
  const link = (href: string, text: string) =>
    inFrame(`<p><a href="${href}" target="_blank" rel="noopener noreferrer">${text}</a></p>`)
  expect(shown('[a](https://a.test/x)')).toBe(link('https://a.test/x', 'a'))
  expect(shown('<http://a.test>')).toBe(link('http://a.test', 'http://a.test'))
  expect(shown('https://a.test/_x/_y')).toBe(link('https://a.test/_x/_y', 'https://a.test/_x/_y'))
  expect(shown('me@a.test')).toBe(link('mailto:me@a.test', 'me@a.test'))
})

const most = feedbackMaxLength
/** As many repetitions as feedback can hold. */
const fill = (piece: string, end = '') => piece.repeat((most - end.length) / piece.length) + end

const nested: Record<string, string> = {
  quotes: fill('>', 'a'),
  'spaced quotes': fill('> ', 'a'),
  lists: fill('- ', 'a'),
  'numbered lists': fill('1. ', 'a'),
  'lists in quotes': fill('> - ', 'a'),
  brackets: fill('['),
  'closed brackets': `${'['.repeat(most / 2)}${']'.repeat(most / 2)}`,
  links: fill('[a](', 'b'),
  'links in links': `${'['.repeat(1_900)}a${'](b)'.repeat(1_900)}`,
  'pictures in pictures': `${'!['.repeat(1_600)}a${'](b)'.repeat(1_600)}`,
  stars: fill('*'),
  'open emphasis': fill('*a '),
  'closed emphasis': fill('a* '),
  'emphasis in emphasis': `${'*a '.repeat(1_600)}${'b*'.repeat(1_600)}`,
  'emphasis of two kinds': `${'*a _b '.repeat(800)}${'_c *'.repeat(800)}`,
  'strong in strong': `${'**a '.repeat(1_400)}${'b**'.repeat(1_400)}`,
  'deleted in deleted': `${'~~a '.repeat(1_400)}${'b~~'.repeat(1_400)}`,
  underscores: fill('_a __'),
  'code marks': Array.from({ length: 130 }, (_, length) => '`'.repeat(length)).join(' '),
  tags: fill('<a '),
  'open tags': fill('<'),
  comments: fill('<!--'),
  entities: fill('&'),
  backslashes: fill('\\'),
  addresses: fill('http://'),
  emails: fill('a@', 'a.test'),
  'long emails': fill('a', '@a'),
  'www.': fill('www.'),
  'table cells': `${fill('|').slice(0, 5_000)}\n${'|-'.repeat(2_400)}|`,
  'table rows': `|a|\n|-|\n${fill('|\n').slice(0, 9_000)}`,
  definitions: fill('[a]: b\n'),
  'unused definitions': fill('[a]:\n'),
  'quotes on many lines': fill(`${'> '.repeat(10)}a\n`),
  'lists on many lines': fill(`${'- '.repeat(10)}a\n`),
  'pictures in paragraphs': fill(`${'!['.repeat(99)}a${'](b)'.repeat(99)}\n\n`),
  'emphasis in paragraphs': fill(`${'*a '.repeat(200)}${'b*'.repeat(200)}\n\n`),
  stairs: Array.from(
    { length: 25 },
    (_, step) => `${'  '.repeat(10 * step)}${'- '.repeat(10)}a`,
  ).join('\n'),
  'flat list': fill('- a\n'),
  indents: Array.from({ length: 95 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
  'lazy quotes': fill('>\n'),
  'blank lines': fill('\n'),
  tabs: fill('\t', 'a'),
  footnotes: fill('[^a]: '),
  hashes: fill('# '),
  'soft breaks': fill('a  \n'),
}

/** The parser would take 40 seconds for 10,000 quotes. */
const timeout = 20_000

test.each(Object.entries(nested))(
  'as many %s as fit neither hang nor crash',
  (_, text) => {
    expect(text.length).toBeLessThanOrEqual(most)
    const html = shown(text)
    expect(html.replace('<p style="white-space:pre-wrap">', '')).not.toMatch(harmful)
    expect(getDepth(html)).toBeLessThan(110)
  },
  timeout,
)

/** How deep the elements of some HTML are nested. */
function getDepth(html: string): number {
  let [depth, deepest] = [0, 0]
  for (const [, end = '', name = ''] of html.matchAll(/<(\/?)(\w+)/g)) {
    if (name === 'hr' || name === 'br') continue
    depth += end ? -1 : 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

test('text that is nested too deep stays as it was typed', () => {
  expect(shown(`${'> '.repeat(200)}a`)).toBe(
    inFrame(`<p style="white-space:pre-wrap">${'&gt; '.repeat(200)}a</p>`),
  )
  expect(shown(`${'> '.repeat(10)}a`)).toContain('<blockquote>')
})

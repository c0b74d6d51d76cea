import { Window } from 'happy-dom'
import { expect, test } from 'vitest'
import { type MailContent, parseContent, serializeContent } from './content.ts'
import { renderHtml } from './html.ts'
import { renderText } from './text.ts'

const school = { name: 'Blåklint & Co', url: 'https://school.test', logo: undefined }
const url = 'https://school.test/review-details/1?a=1&b=2'
const booking = {
  title: 'Your review is booked',
  lines: ['Hello Ána,', 'Your advisor has booked your review of week 3.'],
  facts: [
    ['When', 'Mon 5 Jan, 9:30 AM (Asia/Tokyo)'],
    ['With', 'Bo'],
  ],
  button: { text: 'See the review', url },
  after: ['You can ask for another time until it begins.'],
} satisfies MailContent

const window = new Window()

/** What a reader sees of the HTML, in its order, and where its links lead. */
function seenIn(html: string) {
  const page = new window.DOMParser().parseFromString(html, 'text/html')
  const links = [...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  return { page, links, words: page.body.textContent }
}

function rendered(content: MailContent) {
  const kept = parseContent(serializeContent(content))
  if (!kept) throw new Error('the content is not known as one')
  return { text: renderText(kept, school), html: renderHtml(kept, school) }
}

test('text and HTML of an email have the same content, and the text has its link on a separate line', () => {
  const { text, html } = rendered(booking)
  expect(text).toBe(`Your review is booked

Hello Ána,

Your advisor has booked your review of week 3.

When: Mon 5 Jan, 9:30 AM (Asia/Tokyo)
With: Bo

See the review:

${url}

You can ask for another time until it begins.

Blåklint & Co: https://school.test
`)
  const { words, links } = seenIn(html)
  const { title, lines, facts, button, after } = booking
  for (const said of [title, ...lines, ...facts.flat(), button.text, ...after, school.name]) {
    expect(words).toContain(said)
  }
  expect(links).toEqual([url, school.url])
})

test('markup in a name is shown as text', () => {
  const name = '<img src=x onerror=alert(1)> & "Bo" \'O\''
  const { text, html } = rendered({ ...booking, title: name, facts: [[name, name]] })
  const { page, words } = seenIn(html)
  expect(page.querySelectorAll('img')).toHaveLength(0)
  expect(words.split(name).length).toBeGreaterThan(3)
  expect(text).toContain(`${name}: ${name}`)
})

test('line breaks and direction marks in a name do not affect the rest of the email', () => {
  const { text, html } = rendered({
    title: 'Hi',
    lines: ['Hello Bo\r\n\r\nhttps://evil.test\u2028now,', 'אנה \u202eevil\u2066 is booked.'],
    facts: [['With', 'שרה']],
  })
  expect(text).toContain(
    '\n\nHello Bo https://evil.test now,\n\nאנה evil is booked.\n\nWith: שרה\n\n',
  )
  const { page, words } = seenIn(html)
  expect(words).toContain('Hello Bo https://evil.test now,')
  expect(page.querySelector('td span[dir="auto"]')?.textContent).toBe('שרה')
})

test('an email has colours for dark mode in a style sheet that is not escaped', () => {
  const { page } = seenIn(rendered(booking).html)
  expect(page.querySelector('meta[name="color-scheme"]')?.getAttribute('content')).toBe(
    'light dark',
  )
  expect(page.querySelector('style')?.textContent).toContain('@media (prefers-color-scheme:dark)')
  expect(page.querySelector('style')?.innerHTML).not.toMatch(/[&<>"]/)
})

test('a button links only to web pages', () => {
  const button = { text: 'Go', url: 'javascript:alert(1)' }
  expect(() => parseContent(serializeContent({ ...booking, button }))).toThrow()
})

import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Html } from '@react-email/html'
import { Preview } from '@react-email/preview'
import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { MailContent } from './content.ts'
import { getMailStyle, styleSheet } from './style.ts'

/** The school of a mail or page; `logo` is the URL of its picture. */
export type Letterhead = { name: string; url: string; logo: string | undefined }

const font = '-apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif'
const doctype = '<!DOCTYPE html>'
/** Breaks long words and URLs, so that nothing scrolls sideways. */
const wrapped = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const

const buttonStyle = {
  fontFamily: font,
  fontSize: 16,
  fontWeight: 600,
  lineHeight: '20px',
  border: 0,
  borderRadius: 6,
  padding: '12px 20px',
  cursor: 'pointer',
}

/** Renders a mail as HTML for light and dark mode. */
export function renderHtml(content: MailContent, school: Letterhead): string {
  const { title, lines, items = [], facts = [], button, after = [] } = content
  const values = facts.map(([label, value]) => `${label}: ${value}`)
  return renderPage(
    title,
    school,
    h(Preview, null, [...values, ...lines, ...items.map(({ text }) => text)].join(' ')),
    ...lines.map(paragraph),
    ...items.map(linkParagraph),
    facts.length > 0 && factTable(facts),
    button &&
      h(
        'p',
        { key: 'button', style: { margin: '8px 0 24px' } },
        h(Button, { href: button.url, ...getMailStyle('button', buttonStyle) }, button.text),
      ),
    ...after.map((text, place) => quietParagraph(text, place, school.url)),
  )
}

type Asked = { title: string; lines: readonly string[]; button?: string; after?: string }

/** Renders a page that a mail links to, in the same style, with a button that submits a form. */
export function renderFormPage({ title, lines, button, after }: Asked, school: Letterhead): string {
  const submit = h('button', { type: 'submit', ...getMailStyle('button', buttonStyle) }, button)
  const form =
    button && h('form', { key: 'form', method: 'post', style: { margin: '8px 0 16px' } }, submit)
  const rest = after && quietParagraph(after, 0, school.url)
  return renderPage(title, school, null, ...lines.map(paragraph), form, rest)
}

function renderPage(
  title: string,
  { name, url, logo }: Letterhead,
  preview: ReactNode,
  ...parts: ReactNode[]
): string {
  const head = h(
    Head,
    null,
    h('meta', { name: 'viewport', content: 'width=device-width' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    h('title', null, title),
    h('style', null, styleSheet),
  )
  const heading = { fontSize: 20, fontWeight: 600, lineHeight: '28px', margin: '0 0 16px' }
  const card = h(
    'div',
    getMailStyle('card', {
      borderWidth: 1,
      borderStyle: 'solid',
      borderRadius: 8,
      padding: '24px 24px 8px',
    }),
    h('h1', getMailStyle('text', heading), title),
    ...parts,
  )
  const foot = h(
    'p',
    getMailStyle('quiet', { ...wrapped, fontSize: 12, lineHeight: '16px', margin: '16px 24px 0' }),
    `${name}: `,
    h('a', { href: url, ...getMailStyle('quiet', { textDecoration: 'underline' }) }, url),
  )
  const margin = { margin: 0, padding: '24px 12px', fontFamily: font, ...wrapped }
  const body = h(
    'div',
    getMailStyle('page', margin),
    h(Container, { style: { maxWidth: 560 } }, letterhead(name, logo), card, foot),
  )
  const page = h(Html, null, head, h(Body, { className: 'page' }, preview, body))
  return `${doctype}${renderToStaticMarkup(page)}`
}

/** The logo has a white background in dark mode too, since it was drawn for that. */
function letterhead(name: string, logo: string | undefined): ReactNode {
  const size = { height: 32, maxWidth: 160, borderRadius: 4, padding: 4, marginRight: 12 }
  const style = { ...size, backgroundColor: '#ffffff', verticalAlign: 'middle' }
  const picture = logo && h('img', { src: logo, alt: '', height: 32, style })
  const line = { ...wrapped, fontSize: 16, fontWeight: 600, lineHeight: '24px' }
  return h('p', getMailStyle('text', { ...line, margin: '0 24px 16px' }), picture, name)
}

const paragraphStyle = { fontSize: 16, lineHeight: '24px', margin: '0 0 16px' }

function paragraph(text: string, place: number): ReactNode {
  return h('p', { key: `line ${place}`, ...getMailStyle('text', paragraphStyle) }, text)
}

function linkParagraph({ text, url }: { text: string; url: string }, place: number): ReactNode {
  const link = h('a', { href: url, ...getMailStyle('text', { textDecoration: 'underline' }) }, text)
  return h('p', { key: `item ${place}`, ...getMailStyle('text', paragraphStyle) }, link)
}

/** Turns a URL of the school at the end into a link, since not every mail client does. */
function quietParagraph(text: string, place: number, url: string): ReactNode {
  const style = { fontSize: 14, lineHeight: '20px', margin: '0 0 16px' }
  const [address = ''] = text.match(/\S+$/) ?? []
  const isOurs = address.startsWith(`${url}/`)
  const said = isOurs ? text.slice(0, -address.length) : text
  const link = isOurs && h('a', { href: address, ...getMailStyle('quiet') }, address)
  return h('p', { key: `after ${place}`, ...getMailStyle('quiet', style) }, said, link)
}

/** The longest label that fits the narrow column; longer ones get the wide one. */
const shortLabel = 16

/** Each value gets the direction of its own script. */
function factTable(facts: readonly (readonly [string, string])[]): ReactNode {
  const cell = { ...wrapped, fontSize: 16, lineHeight: '24px', padding: '4px 0' } as const
  const longest = Math.max(...facts.map(([name]) => name.length))
  const width = longest > shortLabel ? '60%' : 96
  const label = { ...cell, fontSize: 14, fontWeight: 400, paddingRight: 16, width }
  const start = { textAlign: 'left', verticalAlign: 'top' } as const
  const rows = facts.map(([name, value]) =>
    h(
      'tr',
      { key: `${name} ${value}` },
      h('th', { scope: 'row', ...getMailStyle('quiet', { ...label, ...start }) }, name),
      h('td', getMailStyle('text', { ...cell, ...start }), h('span', { dir: 'auto' }, value)),
    ),
  )
  const table = { cellPadding: 0, cellSpacing: 0, width: '100%', style: { margin: '0 0 16px' } }
  return h('table', { key: 'facts', ...table }, h('tbody', null, rows))
}

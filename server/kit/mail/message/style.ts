import type { CSSProperties } from 'react'

type Colours = Pick<CSSProperties, 'backgroundColor' | 'borderColor' | 'color'>

/** Colours of mails and their pages in light mode: inline, as some clients drop style sheets. */
const light = {
  page: { backgroundColor: '#f4f4f5' },
  card: { backgroundColor: '#ffffff', borderColor: '#e3e3e5' },
  text: { color: '#1f1f22' },
  quiet: { color: '#5f5f66' },
  button: { backgroundColor: '#0b0b0c', color: '#ffffff' },
} as const satisfies Record<string, Colours>

/** The colours in dark mode. */
const dark: Record<keyof typeof light, string> = {
  page: 'background-color:#121214!important',
  card: 'background-color:#1e1e21!important;border-color:#38383c!important',
  text: 'color:#e4e4e6!important',
  quiet: 'color:#a9a9b0!important',
  button: 'background-color:#e4e4e6!important;color:#0b0b0c!important',
}

/** Returns the class and inline style of a part. */
export function getMailStyle(part: keyof typeof light, style: CSSProperties = {}) {
  return { className: part, style: { ...light[part], ...style } }
}

const darkRules = Object.entries(dark).map(([part, rules]) => `.${part}{${rules}}`)

/** The style sheet, mainly for dark mode. It has no characters that HTML escapes. */
export const styleSheet = `body{margin:0;background-color:${light.page.backgroundColor}}:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${darkRules.join('')}}`

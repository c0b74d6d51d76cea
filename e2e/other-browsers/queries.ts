import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type * as Library from '@testing-library/dom'
import { type BrowserWindow, runIn } from './browser.ts'

declare global {
  interface Window {
    TestingLibraryDom: typeof Library
  }
}

/** An element as a person describes it: by role and name. */
export type ElementQuery = {
  by: 'label' | 'role' | 'text'
  words?: string | RegExp
  role?: string
  level?: number
  description?: string
  in?: ElementQuery
  /** Takes the first match. */
  isFirst?: true
}

/** An element of a role with a name, within another or anywhere. */
export const byRole = (
  role: string,
  words?: string | RegExp,
  within?: ElementQuery,
): ElementQuery => ({
  by: 'role',
  role,
  ...(words && { words }),
  ...(within && { in: within }),
})
export const byButton = (words: string | RegExp, within?: ElementQuery) =>
  byRole('button', words, within)
export const byLink = (words: string | RegExp, within?: ElementQuery) =>
  byRole('link', words, within)
export const byLabel = (words: string | RegExp): ElementQuery => ({ by: 'label', words })
export const byText = (words: string | RegExp, within?: ElementQuery): ElementQuery => ({
  by: 'text',
  words,
  ...(within && { in: within }),
})

/** Takes the first match. */
export const firstMatchOf = (query: ElementQuery): ElementQuery => ({ ...query, isFirst: true })

/** A match: its centre, whether a click there reaches it, and its text. */
export type Found = { x: number; y: number; isFree: boolean; text: string; value: string }

/** The same in a form that can be sent to the page. */
type Wanted = Omit<ElementQuery, 'in' | 'words'> & {
  words?: { source: string; flags: string }
  in?: Wanted
}

const library = readFileSync(
  join(
    dirname(createRequire(import.meta.url).resolve('@testing-library/dom/package.json')),
    'dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
)

/** All matches, after scrolling the first into view. */
export async function find(browser: BrowserWindow, query: ElementQuery): Promise<Found[]> {
  const isReady = await browser.run("'TestingLibraryDom' in window")
  if (!isReady) await browser.run(`(() => {${library}\n})()`)
  return runIn(browser, look, wanted(query))
}

function wanted({ words, in: within, ...others }: ElementQuery): Wanted {
  const { source, flags } =
    typeof words === 'string' ? new RegExp(`^${RegExp.escape(words)}$`) : (words ?? /(?:)/)
  return {
    ...others,
    ...(words && { words: { source, flags } }),
    ...(within && { in: wanted(within) }),
  }
}

/** Runs in the page. */
async function look(query: Wanted): Promise<Found[]> {
  const found = seek(query)
  found[0]?.scrollIntoView({ block: 'center', behavior: 'instant' })
  const before = found.map(placeOf)
  // Elements that still move do not count.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return found.map((element, index) => {
    const { x, y } = placeOf(element)
    const atop = document.elementFromPoint(x, y)
    const isStill = x === before[index]?.x && y === before[index]?.y
    return {
      x,
      y,
      isFree: isStill && element.contains(atop) && !element.matches(':disabled'),
      text: element.innerText,
      value: 'value' in element ? String(element.value) : '',
    }
  })

  function seek({ by, words, role = '', in: within, isFirst, ...how }: Wanted): HTMLElement[] {
    const page = window.TestingLibraryDom
    const name = words && new RegExp(words.source, words.flags)
    const found = (within ? seek(within) : [document.body]).flatMap((place) => {
      if (by === 'role') return page.queryAllByRole(place, role, { ...how, ...(name && { name }) })
      const all = by === 'label' ? page.queryAllByLabelText : page.queryAllByText
      return all(place, name ?? '').filter((one) =>
        one.checkVisibility({ visibilityProperty: true }),
      )
    })
    return isFirst ? found.slice(0, 1) : found
  }

  function placeOf(element: HTMLElement): { x: number; y: number } {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  }
}

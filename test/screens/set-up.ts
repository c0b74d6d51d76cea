import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/dom'
import { beforeEach, expect, vi } from 'vitest'
import { monday } from '../app.ts'

/** An element that was not found; listing the texts on the screen is more useful than the DOM. */
class NotThere extends Error {
  readonly #what: string

  constructor(what: string) {
    super()
    this.#what = what
  }

  // Evaluated only when waiting ends: doing so on each try would be slow.
  override get message(): string {
    const page = document.body.cloneNode(true) as HTMLElement
    for (const style of page.querySelectorAll('style')) style.remove()
    return `${this.#what}\nOn the screen: ${page.textContent}`
  }
}

configure({
  asyncUtilTimeout: 10_000,
  getElementError: (message) => new NotThere(message?.split('\n')[0] ?? ''),
})

// There is no layout here: everything counts as visible, so that nothing is virtualized away.
Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 100, 20)
// Nor are there style sheets: without this, searching for them takes a tenth of the tests' time.
const { getComputedStyle } = window
window.getComputedStyle = (element) =>
  element instanceof HTMLElement ? element.style : getComputedStyle(element)
Object.defineProperties(document.documentElement, {
  clientWidth: { value: window.innerWidth },
  clientHeight: { value: window.innerHeight },
})

// An autosizing text field listens to font loading, which happy-dom lacks.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

/** The errors that the page has logged to the console; a test removes those that it expects. */
export const consoleErrors: string[] = []

beforeEach(({ onTestFinished }) => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
  vi.spyOn(console, 'error').mockImplementation((...said) => {
    const complaint = said.map(String).join(' ')
    // This DOM does not know the `search` element, which all browsers do.
    if (!/^The tag .* search$/.test(complaint)) consoleErrors.push(complaint)
  })
  // Registered first, so it runs last, after all other clean-up.
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    expect(consoleErrors.splice(0)).toEqual([])
  })
})

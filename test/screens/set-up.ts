import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/dom'
import { beforeEach, expect, vi } from 'vitest'
import { monday } from '../app.ts'

configure({
  asyncUtilTimeout: 10_000,
  // Which texts are there says more than the page's whole tree.
  getElementError: (message) => new Error(`${message?.split('\n')[0]}\nOn the screen: ${texts()}`),
})

function texts(): string {
  const page = document.body.cloneNode(true) as HTMLElement
  for (const style of page.querySelectorAll('style')) style.remove()
  return page.textContent
}

// Nothing is laid out here: everything stands in view, so that nothing is hidden as scrolled away.
Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 100, 20)
Object.defineProperties(document.documentElement, {
  clientWidth: { value: window.innerWidth },
  clientHeight: { value: window.innerHeight },
})

// A text field that grows does so anew once a font has come, of which happy-dom knows nothing.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

/** What the page has written to the console as an error: a test takes out what it expects. */
export const complaints: string[] = []

beforeEach(({ onTestFinished }) => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
  vi.spyOn(console, 'error').mockImplementation((...said) => {
    const complaint = said.map(String).join(' ')
    // This DOM does not know the newest element of HTML, which every browser does.
    if (!/^The tag .* search$/.test(complaint)) complaints.push(complaint)
  })
  // What was begun first ends last: whatever a test leaves behind has gone by then.
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    expect(complaints.splice(0)).toEqual([])
  })
})

import type { Page } from '@playwright/test'
import { expect } from '../kit/school.ts'

declare global {
  interface Window {
    /** How long the interactions since the last look took until the next paint, in ms. */
    interactions?: number[]
  }
}

/** Shorter ones the browser does not tell. */
const shortestMs = 16
const limitMs = 100

/** Has a page note its interactions from its next load on. */
export async function recordInteractions(page: Page): Promise<void> {
  await page.addInitScript((durationThreshold) => {
    window.interactions = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // A pointer that only moves is none.
        const { interactionId } = entry as PerformanceEventTiming
        if (interactionId) window.interactions?.push(entry.duration)
      }
    }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit)
  }, shortestMs)
}

/**
 * Does an interaction some times over and fails if it takes too long until the next paint: the
 * median, as the browser measures it (Event Timing). What `before` and `after` do is not measured.
 */
export async function expectFastPaint(
  page: Page,
  name: string,
  {
    times = 5,
    before,
    act,
    after,
  }: Record<'act', () => Promise<unknown>> & {
    times?: number
    before?: () => Promise<unknown>
    after?: () => Promise<unknown>
  },
): Promise<void> {
  const took: number[] = []
  for (let time = 0; time < times; time++) {
    await before?.()
    await takeNoted(page)
    await act()
    took.push(Math.max(shortestMs, ...(await takeNoted(page))))
    await after?.()
  }
  const [least, middle = 0, most] = [0, 0.5, 1].map(
    (part) => took.toSorted((a, b) => a - b)[Math.floor((took.length - 1) * part)],
  )
  process.stdout.write(`| ${name} | ${middle} ms | ${least} to ${most} ms |\n`)
  expect.soft(middle, name).toBeLessThan(limitMs)
}

/** What was noted up to the paint after next, which is then forgotten. */
function takeNoted(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve))
    return window.interactions?.splice(0) ?? []
  })
}

import type { Page } from '@playwright/test'
import { expect } from '../kit/school.ts'

declare global {
  interface Window {
    /** The durations until the next paint since the last look, in ms. */
    interactions?: number[]
  }
}

/** The browser does not report shorter ones. */
const shortestMs = 16
const limitMs = 100

/** Records the page's interactions from its next load on. */
export async function recordInteractions(page: Page): Promise<void> {
  await page.addInitScript((durationThreshold) => {
    window.interactions = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Moving the pointer is not an interaction.
        const { interactionId } = entry as PerformanceEventTiming
        if (interactionId) window.interactions?.push(entry.duration)
      }
    }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit)
  }, shortestMs)
}

/**
 * Repeats an interaction and fails if its median duration until the next paint is too long, as
 * measured by Event Timing. `before` and `after` are not measured.
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

/** Returns what was recorded until the frame after next, and clears it. */
function takeNoted(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve))
    return window.interactions?.splice(0) ?? []
  })
}

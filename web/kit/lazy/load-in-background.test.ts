import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const page = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('window', {})
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a button pressed as soon as it is rendered loads its code at once', async () => {
  const { idleBeforePreloadMs, loadWhenIdle } = await import('./load-in-background.ts')
  page.dispatchEvent(new Event('pointerdown'))
  const use = vi.fn()
  loadWhenIdle(async () => 'code', use, { idleMs: idleBeforePreloadMs })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(use).toHaveBeenCalledWith('code')
})

test('code for interactions is not loaded while the page is untouched', async () => {
  const { idleBeforePreloadMs, loadWhenIdle } = await import('./load-in-background.ts')
  const use = vi.fn()
  loadWhenIdle(async () => 'code', use, { idleMs: idleBeforePreloadMs })
  await vi.advanceTimersByTimeAsync(idleBeforePreloadMs - 1_000)
  expect(use).not.toHaveBeenCalled()
  page.dispatchEvent(new Event('pointerdown'))
  await vi.advanceTimersByTimeAsync(0)
  expect(use).toHaveBeenCalledWith('code')
})

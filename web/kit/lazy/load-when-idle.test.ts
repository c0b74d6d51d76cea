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

test('a button that is pressed as soon as it is drawn has its code at once', async () => {
  const { loadWhenIdle, idleUserMs } = await import('./load-when-idle.ts')
  page.dispatchEvent(new Event('pointerdown'))
  const use = vi.fn()
  loadWhenIdle(async () => 'code', use, { idleMs: idleUserMs })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(use).toHaveBeenCalledWith('code')
})

test('what only a press needs is not loaded while nobody touches the page', async () => {
  const { loadWhenIdle, idleUserMs } = await import('./load-when-idle.ts')
  const use = vi.fn()
  loadWhenIdle(async () => 'code', use, { idleMs: idleUserMs })
  await vi.advanceTimersByTimeAsync(idleUserMs - 1_000)
  expect(use).not.toHaveBeenCalled()
  page.dispatchEvent(new Event('pointerdown'))
  await vi.advanceTimersByTimeAsync(0)
  expect(use).toHaveBeenCalledWith('code')
})

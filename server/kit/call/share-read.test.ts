import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { shareRead } from './share-read.ts'

/** A reading of `value` that lasts until `finish` is called. */
function startReadings() {
  const waiting: (() => void)[] = []
  const state = { value: 0, readings: 0, finish: () => waiting.shift()?.() }
  const read = shareRead(async () => {
    state.readings += 1
    const { value } = state
    await new Promise<void>((resolve) => waiting.push(resolve))
    return value
  })
  return { state, read }
}

const settle = async () => {
  for (let turn = 0; turn < 3; turn++) await setImmediate()
}

test('calls that come during a reading share the next, and see what changed before they came', async () => {
  const { state, read } = startReadings()
  const first = read()
  await settle()
  state.value = 1
  const [second, third] = [read(), read()]
  await settle()
  expect(state.readings).toBe(1)
  state.finish()
  expect(await first).toBe(0)
  await settle()
  state.value = 2
  const fourth = read()
  state.finish()
  expect([await second, await third]).toEqual([1, 1])
  await settle()
  state.finish()
  expect(await fourth).toBe(2)
  expect(state.readings).toBe(3)
})

test('a reading that fails fails for its own calls alone', async () => {
  let fails = true
  const read = shareRead(async () => {
    if (fails) throw new Error('out of order')
    return 'fine'
  })
  const failing = [read(), read()]
  const refused = Promise.allSettled(failing)
  const later = (async () => {
    await settle()
    fails = false
    return read()
  })()
  expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await later).toBe('fine')
})

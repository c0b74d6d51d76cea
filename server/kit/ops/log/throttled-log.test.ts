import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { hourMs, secondMs } from '#contract/kit/time/durations.ts'
import { startInterval } from '../../interval.ts'
import { throttleLog } from './throttled-log.ts'

const full = new Error('database or disk is full')

function startLog() {
  const time = { now: 0 }
  const lines: unknown[] = []
  const log = throttleLog(
    (error, times) => lines.push([error, times]),
    () => time.now,
  )
  return { time, lines, tell: log }
}

test('an error that repeats each second is logged at once, and then once an hour', () => {
  const { time, lines, tell } = startLog()
  for (let second = 0; second < 7200; second++) {
    time.now = second * secondMs
    tell(full)
  }
  expect(lines).toEqual([
    [full, 0],
    [full, 3599],
  ])
  time.now = 3 * hourMs
  tell(full)
  expect(lines).toHaveLength(3)
})

test('other errors are logged separately, and their number is bounded in memory', () => {
  const { lines, tell } = startLog()
  tell(full)
  tell(new Error('a bug'))
  tell(full)
  expect(lines).toHaveLength(2)
  for (let at = 0; at < 200; at++) tell(new Error(`a bug of ${at}`))
  tell(full)
  expect(lines).toHaveLength(203)
})

test('when all background work fails for one reason, the log says so once', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const app = Fastify({ logger: { level: 'error', stream } })
  onTestFinished(() => app.close())
  const attempts = ['reminding', 'telling', 'deleting'].map(() =>
    startInterval(app, hourMs, () => Promise.reject(full)),
  )
  for (let time = 0; time < 5; time++) await Promise.all(attempts.map((attempt) => attempt()))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('database or disk is full')
})

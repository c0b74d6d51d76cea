import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { countPlaywrightTests, countSkippedAsFailed, countVitestTests } from './test-results.ts'

function reportFile(report: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-count-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

const well = { status: 'passed', fullName: 'a slot is booked', failureMessages: [] }
const badly = {
  status: 'failed',
  fullName: 'a slot is taken',
  failureMessages: ['expected 1\n  at x'],
}
const passed = { name: '/a.test.ts', status: 'passed', message: '', assertionResults: [well] }
const vitest = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [passed],
}
const playwright = { expected: 4, unexpected: 0, flaky: 0, skipped: 0 }

test('a passing run counts its tests', () => {
  expect(countVitestTests(reportFile(vitest), 0)).toMatchObject({ passed: 5, failed: 0 })
  expect(countPlaywrightTests(reportFile({ stats: playwright }), 0)).toEqual({
    passed: 4,
    failed: 0,
    skipped: 0,
  })
})

test('a todo test, or one that passed only when retried, has failed', () => {
  const todo = { ...vitest, numFailedTests: 1, numTodoTests: 3 }
  expect(countVitestTests(reportFile(todo), 0)).toMatchObject({ passed: 5, failed: 4 })
  const flaky = { stats: { ...playwright, unexpected: 1, flaky: 2 } }
  expect(countPlaywrightTests(reportFile(flaky), 0)).toMatchObject({ passed: 4, failed: 3 })
})

test('a skipped test has failed, unless a program it needs may be missing', () => {
  const skipped = { ...vitest, numPendingTests: 2 }
  const inBrowser = { stats: { ...playwright, skipped: 3 } }
  const counts = [
    countVitestTests(reportFile(skipped), 0),
    countPlaywrightTests(reportFile(inBrowser), 0),
  ].map((count) => countSkippedAsFailed(count, true))
  expect(counts).toMatchObject([
    { passed: 5, failed: 0, skipped: 2 },
    { passed: 4, failed: 0, skipped: 3 },
  ])
  const judged = counts.map((count) => countSkippedAsFailed(count, false))
  expect(judged).toMatchObject([
    { passed: 5, failed: 2, skipped: 0 },
    { passed: 4, failed: 3, skipped: 0 },
  ])
})

test('a file that could not be run counts as one failure in addition to failed tests', () => {
  const broken = { name: '/b.test.ts', status: 'failed', message: 'no x', assertionResults: [] }
  const failed = { ...passed, status: 'failed', assertionResults: [well, badly] }
  const report = { ...vitest, numFailedTests: 1, testResults: [passed, broken, failed] }
  expect(countVitestTests(reportFile(report), 1)).toEqual({
    passed: 5,
    failed: 2,
    skipped: 0,
    names: ['/b.test.ts: no x', '/a.test.ts > a slot is taken: expected 1'],
  })
})

test('a run that failed without a failed test counts as one failure', () => {
  expect(countVitestTests(reportFile(vitest), 1)).toMatchObject({ passed: 5, failed: 1 })
})

test('a run without tests or without a readable report counts as one failure', () => {
  const none = { ...vitest, numPassedTests: 0 }
  expect(countVitestTests(reportFile(none), 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(countVitestTests(reportFile({}), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(countPlaywrightTests('/nowhere/report.json', 0)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
  })
})

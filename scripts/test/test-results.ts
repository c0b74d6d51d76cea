import { readFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * Numbers of passed, failed and skipped tests. `names` are those that did not pass, with the first
 * line of the message, unless the runner prints them last itself.
 */
export type Count = { passed: number; failed: number; skipped: number; names?: string[] }

/** Adds up counts. */
export function addUp(counts: Count[]): Count {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    skipped: counts.reduce((sum, { skipped }) => sum + skipped, 0),
    names: counts.flatMap(({ names }) => names ?? []),
  }
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

const PlaywrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
})

/** Counts skipped tests as failed, unless a program some tests need is missing and may be. */
export function countSkippedAsFailed(count: Count, mayBeSkipped: boolean): Count {
  return mayBeSkipped ? count : { ...count, failed: count.failed + count.skipped, skipped: 0 }
}

/** Counts the tests of Vitest's JSON report. */
export function countVitestTests(file: string, exitCode: number): Count {
  return countReport(exitCode, () => {
    const report = VitestReport.parse(readJson(file))
    const { numFailedTests, numPendingTests, numTodoTests } = report
    // A file that could not be run has failed without a failed test.
    const brokenFiles = report.testResults.filter(
      (one) =>
        one.status === 'failed' && one.assertionResults.every((test) => test.status !== 'failed'),
    )
    return {
      passed: report.numPassedTests,
      failed: numFailedTests + numTodoTests + brokenFiles.length,
      skipped: numPendingTests,
      names: [...brokenFiles.map(nameFile), ...report.testResults.flatMap(nameTests)],
    }
  })
}

type FileResult = z.infer<typeof VitestReport>['testResults'][number]

function nameFile({ name, message }: FileResult): string {
  return `${name}: ${firstLine(message)}`
}

function nameTests({ name, assertionResults }: FileResult): string[] {
  return assertionResults
    .filter(({ status }) => status !== 'passed')
    .map((test) => `${name} > ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`)
}

function firstLine(text = 'did not run'): string {
  return text.split('\n', 1)[0] ?? ''
}

/** Counts the tests of Playwright's JSON report. Passing only when retried counts as failed. */
export function countPlaywrightTests(file: string, exitCode: number): Count {
  return countReport(exitCode, () => {
    const { stats } = PlaywrightReport.parse(readJson(file))
    return {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    }
  })
}

/** The number of tests in a list by Vitest. */
export function countListedTests(file: string): number {
  return z.array(z.unknown()).parse(readJson(file)).length
}

/** A runner that failed, wrote no report or ran nothing counts as at least one failure. */
function countReport(exitCode: number, read: () => Count): Count {
  let count: Count = { passed: 0, failed: 0, skipped: 0 }
  try {
    count = read()
  } catch (error) {
    process.stderr.write(`No report: ${error instanceof Error ? error.message : error}\n`)
  }
  const ranWell = exitCode === 0 && count.passed + count.skipped > 0
  return ranWell || count.failed > 0 ? count : { ...count, failed: 1 }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}

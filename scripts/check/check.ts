import { runChecks } from './checks.ts'

const failed = (await runChecks()).flatMap(({ name, passed }) => (passed ? [] : [name]))
process.stdout.write(
  failed.length === 0 ? 'check: passed\n' : `check: failed: ${failed.join(', ')}\n`,
)
if (failed.length > 0) process.exitCode = 1

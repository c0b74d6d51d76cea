import { runCommand } from '../command.ts'
import { checks } from './checks.ts'

const failed: string[] = []
for (const { name, command, args } of checks) {
  if ((await runCommand(command, args)) !== 0) failed.push(name)
}
process.stdout.write(
  failed.length === 0 ? 'check: passed\n' : `check: failed: ${failed.join(', ')}\n`,
)
if (failed.length > 0) process.exitCode = 1

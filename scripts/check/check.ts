import { runCommand } from '../command.ts'
import { checks } from './checks.ts'

for (const { command, args } of checks) {
  if ((await runCommand(command, args)) !== 0) process.exitCode = 1
}

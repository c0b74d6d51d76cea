import { type SpawnOptions, spawn } from 'node:child_process'
import { join } from 'node:path'

/** The folder of the project. */
export const root = join(import.meta.dirname, '..')

const running = new Set<ReturnType<typeof spawn>>()

/** Starts a command in the project's folder; it ends when this process is told to. */
export function startCommand(command: string, args: string[], options: SpawnOptions = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
  running.add(child)
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  }).finally(() => running.delete(child))
  return { child, ended }
}

/** Runs a command in the project's folder to its end and returns its exit code. */
export function runCommand(command: string, args: string[], options: SpawnOptions = {}) {
  return startCommand(command, args, options).ended
}

/** Passes the signals that end this process on to the commands it has started. */
export function endCommandsWithThisProcess(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      for (const child of running) child.kill(signal)
      process.exitCode = 1
    })
  }
}

import { type SpawnOptions, spawn } from 'node:child_process'
import { join } from 'node:path'

/** The folder of the project. */
export const root = join(import.meta.dirname, '..')

const running = new Map<ReturnType<typeof spawn>, Promise<number>>()
let isEnding = false

/** Starts a command in the project's folder. */
export function startCommand(command: string, args: string[], options: SpawnOptions = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
  running.set(child, ended)
  child.once('close', () => running.delete(child))
  return { child, ended }
}

/**
 * Runs a command in the project's folder to its end and returns its exit code; never, once this
 * process has been told to end.
 */
export async function runCommand(
  command: string,
  args: string[],
  options: SpawnOptions = {},
): Promise<number> {
  const code = await startCommand(command, args, options).ended
  return isEnding ? new Promise<never>(() => {}) : code
}

/** Told to end, this process ends the commands it has started, waits for them, and fails. */
export function endCommandsWithThisProcess(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      isEnding = true
      for (const child of running.keys()) child.kill(signal)
      await Promise.allSettled(running.values())
      process.exit(1)
    })
  }
}

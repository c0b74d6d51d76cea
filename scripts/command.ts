import { type SpawnOptions, spawn } from 'node:child_process'
import { join } from 'node:path'

/** The project's root folder. */
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
 * Runs a command in the project's folder and returns its exit code. Does not return once this
 * process is ending.
 */
export async function runCommand(
  command: string,
  args: string[],
  options: SpawnOptions = {},
): Promise<number> {
  const code = await startCommand(command, args, options).ended
  return isEnding ? new Promise<never>(() => {}) : code
}

/**
 * Forwards termination signals to the commands this process has started, waits for them and fails.
 */
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

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/** A process started by a test, with its output line by line. */
export type TestProcess = {
  out: string[]
  errors: string[]
  /** Its exit code; null if a signal ended it. */
  ended: Promise<number | null>
  /** Waits for a line of output that matches, and returns the first group. */
  line: (pattern: RegExp) => Promise<string>
  signal: (signal: NodeJS.Signals) => void
}

/** Starts a process. It and its children are killed when the test ends. */
export function startProcess(
  command: string,
  args: string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): TestProcess {
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const out: string[] = []
  const errors: string[] = []
  const stdout = createInterface(child.stdout).on('line', (line) => out.push(line))
  createInterface(child.stderr).on('line', (line) => errors.push(line))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  onTestFinished(async () => {
    endGroup(child.pid)
    await ended
  })

  function line(pattern: RegExp): Promise<string> {
    const find = () => out.map((one) => one.match(pattern)).find((match) => match !== null)
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = find()
        if (found) resolve(found[1] ?? found[0])
      }
      look()
      stdout.on('line', look)
      ended.then(() =>
        reject(new Error(`It ended without saying ${pattern}: ${errors.join('\n')}`)),
      )
    })
  }

  return { out, errors, ended, line, signal: (signal) => child.kill(signal) }
}

/** Kills a process group. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Already gone.
  }
}

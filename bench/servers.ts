import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { BenchSchool } from './schools.ts'

/** A server in a process of its own. */
export type BenchServer = {
  url: string
  pid: number | undefined
  /** Resident memory in MiB, as Linux tells it. */
  memory: () => number
  stop: () => Promise<void>
}

/** Starts Weekward as `npm run serve` does. */
export function startWeekward({ environment }: BenchSchool): Promise<BenchServer> {
  return start(join(import.meta.dirname, '../server/main.ts'), [], environment)
}

/** Starts the bare server, on the database that a school has. */
export function startBare({ kind, address }: BenchSchool): Promise<BenchServer> {
  return start(join(import.meta.dirname, 'bare-server.ts'), [kind, address], {})
}

async function start(
  file: string,
  args: string[],
  environment: Record<string, string>,
): Promise<BenchServer> {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${file} did not start`)))
    createInterface(child.stdout).on('line', (line) => {
      const ready = line.match(/ready on (\S+)$/)?.[1]
      if (ready) resolve(ready)
    })
  })
  return {
    url,
    pid: child.pid,
    memory() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Number(status.match(/VmRSS:\s+(\d+)/)?.[1]) / 1024
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { BenchSchool } from '../schools/schools.ts'

/** A server in a process of its own. */
export type BenchServer = {
  url: string
  pid: number | undefined
  /** From the start of the process to its ready line. */
  readyAfterMs: number
  /** Resident memory in MiB, from Linux. */
  memory: () => number
  /**
   * Resident memory in MiB without pages of files: the kernel drops those when it needs room, and
   * reads them again.
   */
  ownMemory: () => number
  /**
   * CPU time (ms) of its threads, from Linux, without low-priority threads such as the one for
   * mails.
   */
  processor: () => number
  /** MiB left after garbage collection, if it was started with a probe. */
  collected: () => Promise<{ resident: number; inUse: number }>
  stop: () => Promise<void>
}

/** Options that add the probe for `collected`. */
const probe = ['--expose-gc', '--import', join(import.meta.dirname, 'memory-probe.ts')]
const Probed = z.object({ rss: z.number(), heapUsed: z.number() })
type Probing = 'probed' | 'as it is'

const root = join(import.meta.dirname, '../..')

const Package = z.object({ scripts: z.object({ serve: z.string() }) })

/** Starts Weekward as `npm run serve` does: this version, or the one in a folder. */
export function startWeekward(
  { environment }: BenchSchool,
  probing: Probing = 'as it is',
  folder = root,
): Promise<BenchServer> {
  const { scripts } = Package.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  const started = [process.execPath, ...getFlags(probing)].join(' ')
  const serve = scripts.serve.replace('exec node', `exec ${started}`)
  return start({ command: '/bin/sh', args: ['-c', serve], folder }, probing, environment)
}

/** Starts the bare server on a school's database. */
export function startBareServer({ kind, address }: BenchSchool): Promise<BenchServer> {
  return start(node([join(import.meta.dirname, '../bare/bare-server.ts'), kind, address]))
}

/** Starts the bare socket relay. */
export function startBareRelay(probing: Probing): Promise<BenchServer> {
  return start(node([join(import.meta.dirname, '../bare/bare-relay.ts')], probing), probing)
}

/** Starts an empty Node server. */
export function startEmptyNodeServer(): Promise<BenchServer> {
  const script = `const server = require('node:http').createServer((_, response) => response.end())
    server.listen(0, '127.0.0.1', () =>
      console.log('ready on http://127.0.0.1:' + server.address().port))`
  return start(node(['-e', script]))
}

/** Each version's own `npm run serve` sets these. */
const { MALLOC_ARENA_MAX: _, MALLOC_MMAP_THRESHOLD_: __, ...inherited } = process.env

type Program = { command: string; args: string[]; folder?: string }

const getFlags = (probing: Probing) => (probing === 'probed' ? probe : [])

function node(args: string[], probing: Probing = 'as it is'): Program {
  return { command: process.execPath, args: [...getFlags(probing), ...args] }
}

async function start(
  { command, args, folder }: Program,
  probing: Probing = 'as it is',
  environment: Record<string, string> = {},
): Promise<BenchServer> {
  const began = performance.now()
  const isProbed = probing === 'probed'
  const child = spawn(command, args, {
    ...(folder !== undefined && { cwd: folder }),
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'ignore', isProbed ? 'ipc' : 'ignore'],
  })
  const { stdout } = child
  if (!stdout) throw new Error('the server has no output')
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${args.at(-1)} did not start`)))
    createInterface(stdout).on('line', (line) => {
      const ready = line.match(/ready on (\S+)$/)?.[1]
      if (ready) resolve(ready)
    })
  })
  return {
    url,
    pid: child.pid,
    readyAfterMs: performance.now() - began,
    memory: () => readStatus(child.pid, /VmRSS:\s+(\d+)/),
    ownMemory: () => readStatus(child.pid, /RssAnon:\s+(\d+)/),
    processor() {
      const tasks = `/proc/${child.pid}/task`
      const nanoseconds = readdirSync(tasks)
        .filter((task) => nicenessIn(readFileSync(join(tasks, task, 'stat'), 'utf8')) <= 0)
        .map((task) => Number(readFileSync(join(tasks, task, 'schedstat'), 'utf8').split(' ')[0]))
      return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6
    },
    async collected() {
      child.send('collect')
      const [answer] = await once(child, 'message')
      const { rss, heapUsed } = Probed.parse(answer)
      return { resident: rss / 1024 ** 2, inUse: heapUsed / 1024 ** 2 }
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/**
 * The nice value of a thread, from its line in /proc. The name in parentheses may contain anything.
 */
function nicenessIn(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
}

/** A figure in KiB of the process's status, in MiB. */
function readStatus(pid: number | undefined, figure: RegExp): number {
  return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(figure)?.[1]) / 1024
}

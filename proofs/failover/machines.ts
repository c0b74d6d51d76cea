import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findFreePort, findPostgresPrograms } from '#test/databases/postgres.ts'

const root = join(import.meta.dirname, '../..')
const needs = ['etcd', 'patroni', 'haproxy', 'pgbouncer', 'setpriv']
const isRoot = userInfo().uid === 0

/** A database node: Patroni and its PostgreSQL. */
export type Node = { name: string; restPort: number; killAll: () => void }

/** Starts all programs of the proof, each with a log in the folder. */
export function openMachineRoom(folder: string) {
  const running: ChildProcess[] = []
  for (const need of needs) findProgram(need)

  /** Starts a program. PostgreSQL refuses to run as root. */
  function start(name: string, command: string[], env: NodeJS.ProcessEnv = {}, asPostgres = true) {
    const own = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--']
    const [program = '', ...args] = [...(isRoot && asPostgres ? own : []), ...command]
    const { PATH } = process.env
    const child = spawn(program, args, {
      cwd: asPostgres ? folder : root,
      env: { PATH: `${PATH}:/usr/sbin`, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' })
    child.stdout.pipe(log)
    child.stderr.pipe(log)
    running.push(child)
    return child
  }

  /** Fills in a file of deploy/ and returns its path. */
  function fillIn(file: string, name: string, values: Record<string, string | number>): string {
    const text = readFileSync(join(root, 'deploy', file), 'utf8')
    const filled = text.replaceAll(/\$\{(\w+)\}/g, (whole, key) => String(values[key] ?? whole))
    const path = join(folder, name)
    writeFileSync(path, filled)
    return path
  }

  async function startNode(
    name: string,
    values: Record<string, string | number>,
  ): Promise<Node & { port: number }> {
    const [port, restPort] = [await findFreePort(), await findFreePort()]
    const own = join(folder, name)
    mkdirSync(own)
    giveToPostgres(own)
    const config = fillIn('patroni.yml', `${name}.yml`, {
      ...values,
      NAME: name,
      PORT: port,
      REST_PORT: restPort,
      FOLDER: own,
      BIN: findPostgresPrograms(),
    })
    const patroni = start(name, ['patroni', config])
    return {
      name,
      port,
      restPort,
      killAll() {
        // SIGKILL, like a power cut.
        const pid = readFirstLine(join(own, 'data/postmaster.pid'))
        patroni.kill('SIGKILL')
        for (const each of [...findChildren(Number(pid)), Number(pid)]) endProcess(each, 'SIGKILL')
      },
    }
  }

  /** Kills everything at once, without a graceful shutdown. */
  async function close(nodes: Node[]): Promise<void> {
    for (const child of running) child.kill('SIGKILL')
    for (const { name } of nodes) {
      const data = join(folder, name, 'data')
      const pid = readFirstLine(join(data, 'postmaster.pid'))
      // The pid may have been reused.
      if (readFirstLine(`/proc/${pid}/cmdline`).includes(data)) endProcess(Number(pid), 'SIGQUIT')
    }
    const gone = () => running.every(({ exitCode, signalCode }) => exitCode ?? signalCode)
    await within(10, 'the end of all parts', async () => gone())
  }

  return { folder, start, startNode, fillIn, close }
}

export type MachineRoom = ReturnType<typeof openMachineRoom>

export function giveToPostgres(path: string): void {
  if (isRoot) execFileSync('chown', ['-R', 'postgres:', path])
}

/** Polls until a condition holds. Throws an Error after so many seconds. */
export async function within(
  seconds: number,
  what: string,
  isSo: () => Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + seconds * 1_000
  while (performance.now() < deadline) {
    if (await isSo().catch(() => false)) return
    await setTimeout(50)
  }
  throw new Error(`waited ${seconds} s for ${what}`)
}

function findChildren(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return text === '' ? [] : text.split(' ').map(Number)
}

function endProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Already gone.
  }
}

/** The first line of a file; empty without one. */
function readFirstLine(file: string): string {
  try {
    return readFileSync(file, 'utf8').split('\n')[0] ?? ''
  } catch {
    return ''
  }
}

function findProgram(name: string): void {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin']
  if (folders.some((folder) => existsSync(join(folder, name)))) return
  throw new Error(
    `${name} is missing: apt-get install postgresql patroni etcd-server python3-etcd haproxy pgbouncer`,
  )
}

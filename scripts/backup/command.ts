import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * Does what a command is for; what keeps it from that is said in one line, and the command fails.
 * Only its owner can read what it writes: people's data and password hashes are in all of it.
 */
export async function doOrSayWhy(work: () => Promise<void>): Promise<void> {
  process.umask(0o077)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(1))
  }
  try {
    await work()
  } catch (error) {
    process.stderr.write(`weekward: ${firstLineOf(error)}\n`)
    process.exitCode = 1
  }
}

function firstLineOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  const said = first instanceof Error ? first.message : String(first)
  return said.split('\n')[0] ?? said
}

/** Reads `FILE [--replace]`; raises an Error with the usage when something else is given. */
export function readFileWish(usage: string): { file: string; replace: boolean } {
  const options = { replace: { type: 'boolean', default: false } } as const
  const { values, positionals } = read(usage, () => parseArgs({ options, allowPositionals: true }))
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new Error(`usage: ${usage}`)
  // npm goes to the project's folder; the person means the folder that they are in.
  return { file: resolve(process.env.INIT_CWD ?? '.', file), replace: values.replace }
}

/** Reads what was given, and raises an Error with the usage when that does not make sense. */
export function read<T>(usage: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new Error(`usage: ${usage}`, { cause: error })
  }
}

/** Writes a line for the person who gave the command. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Removes a file or folder when this process ends, also when it is told to end. */
export function removeAtTheEnd(path: string): void {
  process.once('exit', () => rmSync(path, { recursive: true, force: true }))
}

/** Says that what is there would be lost. */
export function holdsData(where: string): string {
  return `${where} holds data; nothing was changed: give --replace to lose that data`
}

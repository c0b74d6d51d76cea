import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'

/**
 * Runs a command. An error is printed as one line, and the process fails. Files it writes are
 * readable by their owner only, because all of them contain personal data.
 */
export async function runOrFail(work: () => Promise<void>): Promise<void> {
  process.umask(0o077)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(1))
  }
  try {
    await work()
  } catch (error) {
    process.stderr.write(`weekward: ${getFirstLine(error)}\n`)
    process.exitCode = 1
  }
}

function getFirstLine(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  const said = getErrorMessage(first)
  return said.split('\n')[0] ?? said
}

const replaceOption = { replace: { type: 'boolean', default: false } } as const

/** Parses `FILE [--replace]`. Throws an Error with the usage otherwise. */
export function readFileArguments(usage: string): { file: string; replace: boolean } {
  const options = replaceOption
  const { values, positionals } = read(usage, () => parseArgs({ options, allowPositionals: true }))
  return { file: onlyFile(usage, positionals), replace: values.replace }
}

/** The same with `[--identity FILE]`. */
export function readRestoreArguments(usage: string) {
  const options = { ...replaceOption, identity: { type: 'string' } } as const
  const { values, positionals } = read(usage, () => parseArgs({ options, allowPositionals: true }))
  const { replace, identity } = values
  const file = onlyFile(usage, positionals)
  return { file, replace, identity: identity === undefined ? undefined : resolvePath(identity) }
}

function onlyFile(usage: string, [file, ...more]: string[]): string {
  if (!file || more.length > 0) throw new Error(`usage: ${usage}`)
  return resolvePath(file)
}

/** Resolves a path in the folder the command was called from. npm changes to the project's. */
export function resolvePath(file: string): string {
  return resolve(process.env.INIT_CWD ?? '.', file)
}

/** Parses arguments. Throws an Error with the usage if they are not valid. */
export function read<T>(usage: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new Error(`usage: ${usage}`, { cause: error })
  }
}

/** Prints a line to stdout. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** The message that existing data would be lost. */
export function formatHoldsData(where: string): string {
  return `${where} holds data; nothing was changed. Use --replace to overwrite it`
}

import { resolve } from 'node:path'
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

/** Resolves a path in the folder the command was called from. npm changes to the project's. */
export function resolveFromCallerFolder(file: string): string {
  return resolve(process.env.INIT_CWD ?? '.', file)
}

/** Parses arguments. Throws an Error with the usage if they are not valid. */
export function parseArguments<T>(usage: string, parse: () => T): T {
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

import { parseArgs } from 'node:util'
import { parseArguments, resolveFromCallerFolder } from '../command-line.ts'

const replaceOption = { replace: { type: 'boolean', default: false } } as const

/** Parses `FILE [--replace]`. Throws an Error with the usage otherwise. */
export function parseFileArguments(usage: string): { file: string; replace: boolean } {
  const options = replaceOption
  const { values, positionals } = parseArguments(usage, () =>
    parseArgs({ options, allowPositionals: true }),
  )
  return { file: onlyFile(usage, positionals), replace: values.replace }
}

/** The same with `[--identity FILE]`. */
export function parseRestoreArguments(usage: string) {
  const options = { ...replaceOption, identity: { type: 'string' } } as const
  const { values, positionals } = parseArguments(usage, () =>
    parseArgs({ options, allowPositionals: true }),
  )
  const { replace, identity } = values
  const file = onlyFile(usage, positionals)
  return {
    file,
    replace,
    identity: identity === undefined ? undefined : resolveFromCallerFolder(identity),
  }
}

function onlyFile(usage: string, [file, ...more]: string[]): string {
  if (!file || more.length > 0) throw new Error(`usage: ${usage}`)
  return resolveFromCallerFolder(file)
}

/** The message that existing data would be lost. */
export function formatDataLossMessage(where: string): string {
  return `${where} holds data; nothing was changed. Use --replace to overwrite it`
}

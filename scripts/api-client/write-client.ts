import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { parseArguments, printLine, resolveFromCallerFolder, runOrFail } from '../command-line.ts'

const usage = 'npm run api:client -- [--from URL] [--to FILE]'
const options = {
  from: { type: 'string', default: 'http://127.0.0.1:4000' },
  to: { type: 'string', default: 'weekward.ts' },
  help: { type: 'boolean', default: false },
} as const

/** Writes a TypeScript client of a running server: the types of its calls, and how to make them. */
await runOrFail(async () => {
  const { from, to, help } = parseArguments(usage, () => parseArgs({ options })).values
  if (help) return printLine(`usage: ${usage}`)
  const file = resolveFromCallerFolder(to)
  if (!existsSync(dirname(file))) throw new Error(`there is no folder ${dirname(file)}`)
  if (!/^https?:\/\//.test(from) || !URL.canParse(from)) {
    throw new Error(`${from} is no address of a server, such as https://weekward.school.org`)
  }
  const description = await fetchDescription(from)
  // Loaded late: it takes seconds.
  const { default: openapiTypescript } = await import('openapi-typescript')
  const types = await openapiTypescript(Readable.from([description]))
  const client = readFileSync(join(import.meta.dirname, 'client.ts'), 'utf8')
  writeFileSync(file, `${types}\n${client}`)
  printLine(`${file} has the calls of ${from}`)
})

/** The OpenAPI description of a server. */
async function fetchDescription(from: string): Promise<string> {
  const url = new URL('/openapi.json', from)
  const reply = await fetch(url).catch((error: Error) => {
    throw new Error(`${from} cannot be reached: ${getErrorMessage(error.cause ?? error)}`)
  })
  const text = await reply.text()
  if (!reply.ok || !text.startsWith('{"openapi"')) {
    throw new Error(`${url} does not describe an API (${reply.status}): is this a Weekward server?`)
  }
  return text
}

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import openapiTypescript from 'openapi-typescript'

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: 'http://127.0.0.1:4000' },
    to: { type: 'string', default: 'weekward.ts' },
  },
})

/** Writes a TypeScript client of a running server: the types of its calls, and how to make them. */
const document = new URL('/openapi.json', values.from)
const types = await openapiTypescript(document)
const client = readFileSync(join(import.meta.dirname, 'client.ts'), 'utf8')
writeFileSync(values.to, `${types}\n${client}`)
process.stdout.write(`${values.to} has the calls of ${document}\n`)

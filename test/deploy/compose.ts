import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const file = join(import.meta.dirname, '../../compose.yaml')

const Service = z.looseObject({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  command: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
})

/**
 * Parses compose.yaml with these variables in `.env`, including `${NAME}`, `${NAME:?why}` and `$$`.
 * Throws an Error with `why` for a missing one.
 */
export function parseComposeFile(given: Record<string, string>) {
  const text = readFileSync(file, 'utf8').replaceAll(
    /\$(?:\$|\{(\w+)(?::\?([^}]*))?\})/g,
    (_whole, name?: string, why?: string) => {
      if (name === undefined) return '$'
      const value = given[name] ?? ''
      if (value === '' && why !== undefined) throw new Error(why)
      return value
    },
  )
  return z.object({ services: z.record(z.string(), Service) }).parse(parse(text, { merge: true }))
}

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
 * What compose.yaml says with these variables in `.env`, as an engine reads it: `${NAME}`,
 * `${NAME:?why}` and `$$`. Raises an Error with `why` for one that is not set.
 */
export function composeModel(given: Record<string, string>) {
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

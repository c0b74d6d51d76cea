import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Context } from '#server/kit/context.ts'
import { openNowhere } from './databases/database.ts'

/** A server as it was built, the context that its calls work with, and what it has logged. */
export type BuiltApp = { app: FastifyInstance; context: Context; errors: string[] }

/** Apps that no test of the present file has at the moment, by what they were built with. */
const kept = new Map<string, BuiltApp[]>()
let file: string | undefined

/** Takes an app that a test of the same file has left; undefined if there is none. */
export async function takeApp(key: string, next: Context): Promise<BuiltApp | undefined> {
  const { testPath } = expect.getState()
  if (testPath !== file) {
    file = testPath
    const others = [...kept.values()].flat()
    kept.clear()
    await Promise.all(others.map(({ app }) => app.close()))
  }
  const built = kept.get(key)?.pop()
  if (!built) return undefined
  delete built.context.postman
  Object.assign(built.context, next)
  built.errors.length = 0
  return built
}

/** Leaves an app for the tests that follow in the file. */
export function keepApp(key: string, built: BuiltApp): void {
  // Whatever comes late is lost there.
  built.context.db = openNowhere()
  const others = kept.get(key)
  if (others) others.push(built)
  else kept.set(key, [built])
}

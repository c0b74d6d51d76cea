import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { manualFile, manualPages, manualPath } from '#contract/kit/manual.ts'
import { keepDocument } from './documents.ts'

const root = join(import.meta.dirname, '../../..')

/**
 * Gives out the documentation that came with the program, which is of this very version: as the text
 * that it is, so that a browser shows it and nothing has to be made of it. There is nothing of the
 * school in it, so it is asked for without a session, as links are followed.
 */
export function answerManual(app: FastifyInstance): void {
  for (const page of manualPages) {
    const file = join(root, manualFile(page))
    if (!existsSync(file)) continue
    const content = readFileSync(file)
    const answer = keepDocument({ type: 'text/plain; charset=utf-8', content })
    app.get(manualPath(page), { schema: { hide: true } }, answer)
  }
}

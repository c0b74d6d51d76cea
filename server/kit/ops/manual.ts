import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type ManualPage, manualFile, manualPages, manualTextPath } from '#contract/kit/manual.ts'
import { movedPages } from '#contract/kit/moved-manual.ts'
import { makeDocumentHandler } from './static-documents.ts'

const root = join(import.meta.dirname, '../../..')

/**
 * Answers the documents of the manual, which came with the program and are of this very version, as
 * Markdown: the page shows them, and curl reads them. They hold nothing of the school, so no session
 * is needed.
 */
export function serveManual(app: FastifyInstance): void {
  for (const page of manualPages) {
    const file = join(root, manualFile(page))
    if (!existsSync(file)) continue
    const content = readFileSync(file)
    const answer = makeDocumentHandler({ type: 'text/plain; charset=utf-8', content })
    for (const url of [manualTextPath(page), ...listFormerTextPaths(page)]) {
      app.get(url, { schema: { hide: true } }, answer)
    }
  }
}

/** Its addresses of before the manual had folders. */
function listFormerTextPaths(page: ManualPage): string[] {
  const former = Object.entries(movedPages).filter(([, now]) => now === page)
  return former.map(([name]) => `/manual/${name}.md`)
}

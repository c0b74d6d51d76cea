import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import {
  getManualFile,
  getManualMarkdownPath,
  type ManualPage,
  manualPages,
} from '#contract/kit/manual.ts'
import { manualRedirects } from '#contract/kit/manual-redirects.ts'
import { makeDocumentHandler } from './static-documents.ts'

const root = join(import.meta.dirname, '../../..')

/**
 * Serves the manual of this version as Markdown, for the page and for curl. It contains nothing
 * about the school, so no session is needed.
 */
export function serveManual(app: FastifyInstance): void {
  for (const page of manualPages) {
    const file = join(root, getManualFile(page))
    if (!existsSync(file)) continue
    const content = readFileSync(file)
    const answer = makeDocumentHandler({ type: 'text/plain; charset=utf-8', content })
    for (const url of [getManualMarkdownPath(page), ...listFormerTextPaths(page)]) {
      app.get(url, { schema: { hide: true } }, answer)
    }
  }
}

/** The URLs from before the manual had folders. */
function listFormerTextPaths(page: ManualPage): string[] {
  const former = Object.entries(manualRedirects).filter(([, now]) => now === page)
  return former.map(([name]) => `/manual/${name}.md`)
}

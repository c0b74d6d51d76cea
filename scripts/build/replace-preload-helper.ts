import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** What the bundler puts around each `import()`, with the files that it needs. */
const helper = /^\0vite\/preload-helper\.js$/
const own = fileURLToPath(new URL('../../web/kit/lazy/import-chunk.ts', import.meta.url))

/** Puts the page's own way of fetching code (web/kit/lazy/import-chunk.ts) around each `import()`. */
export function replacePreloadHelper(): Plugin {
  return {
    name: 'replace-preload-helper',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: helper },
      handler: () => `export { importChunk as __vitePreload } from ${JSON.stringify(own)}`,
    },
  }
}

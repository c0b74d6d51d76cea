import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** The bundler's wrapper of each `import()`. */
const helper = /^\0vite\/preload-helper\.js$/
const own = fileURLToPath(new URL('../../web/kit/lazy/import-chunk.ts', import.meta.url))

/** Replaces it by the page's own loader (web/kit/lazy/import-chunk.ts). */
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

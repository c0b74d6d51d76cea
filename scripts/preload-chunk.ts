import type { Plugin } from 'vite'

/** Has the browser fetch a chunk that every screen needs beside the first file, not after it. */
export function preloadChunk(name: string): Plugin {
  return {
    name: 'preload-chunk',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const chunk = Object.values(bundle).find((one) => one.name === name)
        if (chunk?.type !== 'chunk') throw new Error(`The page has no chunk ${name}`)
        const attrs = { rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}` }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

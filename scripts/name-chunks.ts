import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/**
 * Names two chunks in the document that every screen needs, so that the browser fetches them beside
 * the first file, not after it. One is `run` as soon as it is there, in a turn of its own; the other
 * is only `fetched`, for it imports that.
 */
export function nameChunks({ run, fetched }: { run: string; fetched: string }): Plugin {
  return {
    name: 'name-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }): HtmlTagDescriptor[] {
        const address = (name: string) => `/${chunkOf(bundle, name).fileName}`
        const crossorigin = true
        return [
          { tag: 'script', attrs: { type: 'module', crossorigin, src: address(run) } },
          { tag: 'link', attrs: { rel: 'modulepreload', crossorigin, href: address(fetched) } },
        ].map((tag) => ({ ...tag, injectTo: 'head' as const }))
      },
    },
  }
}

function chunkOf(bundle: Rolldown.OutputBundle, name: string): Rolldown.OutputChunk {
  const chunk = Object.values(bundle).find((one) => one.name === name)
  if (chunk?.type !== 'chunk') throw new Error(`The page has no chunk ${name}`)
  return chunk
}

import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/**
 * Adds preload links to the document, so that the browser loads what every screen needs in parallel
 * with the first file. `run` is executed as soon as it is loaded, `fetched` is only preloaded, and
 * `font` is ready for the first text.
 */
export function addPreloadLinks(names: { run: string; fetched: string[]; font: string }): Plugin {
  const { run, fetched, font } = names
  return {
    name: 'add-preload-links',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }): HtmlTagDescriptor[] {
        const address = (name: string) => `/${findChunk(bundle, name).fileName}`
        const crossorigin = true
        return [
          { tag: 'script', attrs: { type: 'module', crossorigin, src: address(run) } },
          ...fetched.map((name) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin, href: address(name) },
          })),
          {
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              crossorigin,
              href: `/${findAsset(bundle, font)}`,
            },
          },
        ].map((tag) => ({ ...tag, injectTo: 'head' as const }))
      },
    },
  }
}

function findChunk(bundle: Rolldown.OutputBundle, name: string): Rolldown.OutputChunk {
  const chunk = Object.values(bundle).find((one) => one.name === name)
  if (chunk?.type !== 'chunk') throw new Error(`The page has no chunk ${name}`)
  return chunk
}

function findAsset(bundle: Rolldown.OutputBundle, name: string): string {
  const asset = Object.values(bundle).find(
    (one) => one.type === 'asset' && one.names.includes(name),
  )
  if (!asset) throw new Error(`The page has no file ${name}`)
  return asset.fileName
}

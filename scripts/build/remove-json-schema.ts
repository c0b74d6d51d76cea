import type { Plugin } from 'vite'

/** The files of Zod that generate JSON Schema, which only the server does. */
const describing = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/

/**
 * Leaves Zod's JSON Schema generator out of the page, which saves 5 KiB of the first load. Every
 * schema refers to it, so the bundler cannot drop it.
 */
export function removeJsonSchema(): Plugin {
  return {
    name: 'remove-json-schema',
    apply: 'build',
    transform: {
      filter: { id: describing },
      handler(code) {
        const names = code.matchAll(/^export (?:function|const) (\w+)/gm)
        return [...names].map(([, name]) => `export const ${name} = () => () => {}`).join('\n')
      },
    },
  }
}

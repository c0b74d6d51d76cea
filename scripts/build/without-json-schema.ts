import type { Plugin } from 'vite'

/** The two files of Zod that describe its schemas as JSON Schema, of which the server alone makes use. */
const describing = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/

/**
 * Leaves out of the page how Zod describes schemas as JSON Schema: 5 KiB of each first visit. Every
 * schema is made with it, so that the bundler cannot know that nobody asks.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
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

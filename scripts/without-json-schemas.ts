import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const makers = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/

/**
 * Leaves out of the page how Zod makes JSON Schemas (6 KiB gzip of every first visit): only the
 * server does, for the API's description. A page that tried would get an error with this name.
 */
export function withoutJsonSchemas(): Plugin {
  return {
    name: 'without-json-schemas',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!makers.test(id)) return
      const exported = readFileSync(id, 'utf8').matchAll(/^export (?:function|const) (\w+)/gm)
      const names = [...exported].map(([, name = '']) => {
        // Every schema gets its methods from these, and calls them only when asked to.
        return `${name.startsWith('create') ? 'noMethod' : 'none'} as ${name}`
      })
      return `function none() { throw new Error('No JSON Schemas in the page') }
function noMethod() { return none }
export { ${names.join(', ')} }`
    },
  }
}

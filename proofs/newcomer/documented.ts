import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const running = join(import.meta.dirname, '../../docs/run/install.md')

/** The command blocks under a heading of docs/run/install.md, verbatim. */
export function documented(heading: string): string[] {
  const sections = readFileSync(running, 'utf8').split(/^## /m)
  const section = sections.find((one) => one.startsWith(`${heading}\n`))
  const blocks = [...(section ?? '').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text)
  if (blocks.length === 0) throw new Error(`docs/run/install.md has no commands under '${heading}'`)
  return blocks
}

import { type Figure, formatMarkdownTable, tableHeader, toTableRows } from './figure.ts'
import { parts } from './parts.ts'

/**
 * `npm run bench` runs every benchmark and prints one table, summed up in
 * docs/develop/benchmarks.md. `npm run bench -- NAME` runs one. `-- since COMMIT` compares this
 * version with another on both databases, `-- since-sqlite COMMIT` and `-- since-postgres COMMIT`
 * on one.
 */
const [wanted, more] = process.argv.slice(2)
const chosen = wanted === undefined ? parts : parts.filter(({ name }) => isNamed(name, wanted))
if (chosen.length === 0) {
  process.stderr.write(`there is no part ${wanted}: ${parts.map(({ name }) => name).join(', ')}\n`)
  process.exit(1)
}

const today = new Date().toISOString().slice(0, 10)
const lines: string[][] = []
for (const { name, measure } of chosen) {
  const from = performance.now()
  const figures: Figure[] = await measure(more)
  lines.push(...toTableRows(name, figures, today))
  process.stderr.write(`${name}: ${((performance.now() - from) / 1_000).toFixed(0)} s\n`)
}
process.stdout.write(`${formatMarkdownTable([tableHeader, ...lines])}\n`)

/** Matches a part's name, or the name before the hyphen for several of a kind. */
function isNamed(name: string, wanted: string): boolean {
  return name === wanted || name.startsWith(`${wanted}-`)
}

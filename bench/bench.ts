import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Figure, markdownOf, tableOf } from './figure.ts'
import { parts } from './parts.ts'

/**
 * `npm run bench` measures every part, prints one table and puts it into docs/benchmarks.md;
 * `npm run bench -- NAME` measures one part and prints its lines.
 */
const wanted = process.argv[2]
const chosen = wanted === undefined ? parts : parts.filter(({ name }) => name === wanted)
if (chosen.length === 0) {
  process.stderr.write(`there is no part ${wanted}: ${parts.map(({ name }) => name).join(', ')}\n`)
  process.exit(1)
}

const began = performance.now()
const measured: { part: string; figures: Figure[] }[] = []
for (const { name, measure } of chosen) {
  const from = performance.now()
  measured.push({ part: name, figures: await measure() })
  process.stderr.write(`${name}: ${secondsSince(from)} s\n`)
}
const table = markdownOf(tableOf(measured))
const note = `Measured on ${new Date().toDateString()} in ${secondsSince(began)} s.`
process.stdout.write(`${table}\n\n${note}\n`)
if (wanted === undefined) keep(`${table}\n\n${note}`)

function secondsSince(from: number): string {
  return ((performance.now() - from) / 1_000).toFixed(0)
}

/** Puts the table between the two marks that stand in docs/benchmarks.md. */
function keep(text: string): void {
  const file = join(import.meta.dirname, '../docs/benchmarks.md')
  const [begin, end] = ['<!-- npm run bench -->', '<!-- end of npm run bench -->']
  const document = readFileSync(file, 'utf8')
  const [before, rest = ''] = document.split(begin)
  const after = rest.split(end)[1]
  if (after === undefined) throw new Error(`${file} has lost the marks of the table`)
  writeFileSync(file, `${before}${begin}\n\n${text}\n\n${end}${after}`)
}

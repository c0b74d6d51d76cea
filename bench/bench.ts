import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Figure, headOfTable, linesOf, markdownOf } from './figure.ts'
import { parts } from './parts.ts'

/**
 * `npm run bench` measures every part, prints one table and puts it into docs/benchmarks.md;
 * `npm run bench -- NAME` measures one part, prints its lines and puts them in their place there;
 * `npm run bench -- since COMMIT` measures this version beside another one on both databases,
 * `-- since-sqlite COMMIT` and `-- since-postgres COMMIT` on one of them.
 */
const file = join(import.meta.dirname, '../docs/benchmarks.md')
const [begin, end] = ['<!-- npm run bench -->', '<!-- end of npm run bench -->']

const [wanted, more] = process.argv.slice(2)
const chosen = wanted === undefined ? parts : parts.filter(({ name }) => isNamed(name, wanted))
if (chosen.length === 0) {
  process.stderr.write(`there is no part ${wanted}: ${parts.map(({ name }) => name).join(', ')}\n`)
  process.exit(1)
}

const today = new Date().toISOString().slice(0, 10)
const measured = new Map<string, string[][]>()
for (const { name, measure } of chosen) {
  const from = performance.now()
  const figures: Figure[] = await measure(more)
  if (figures.length > 0) measured.set(name, linesOf(name, figures, today))
  process.stderr.write(`${name}: ${((performance.now() - from) / 1_000).toFixed(0)} s\n`)
}
process.stdout.write(`${markdownOf([headOfTable, ...[...measured.values()].flat()])}\n`)
keep()

/** A part goes by its name, and several of one kind by what stands before the hyphen. */
function isNamed(name: string, wanted: string): boolean {
  return name === wanted || name.startsWith(`${wanted}-`)
}

/** Puts the lines of the parts that were measured in the place of older ones. */
function keep(): void {
  const document = readFileSync(file, 'utf8')
  const [before, rest = ''] = document.split(begin)
  const [old = '', after] = rest.split(end)
  if (after === undefined) throw new Error(`${file} has lost the marks of the table`)
  const lines = parts.flatMap(({ name }) => measured.get(name) ?? keptLines(old, name))
  const table = markdownOf([headOfTable, ...lines])
  writeFileSync(file, `${before}${begin}\n\n${table}\n\n${end}${after}`)
}

function keptLines(old: string, name: string): string[][] {
  return old
    .split('\n')
    .filter((line) => line.startsWith(`| ${name} |`))
    .map((line) => line.slice(2, -2).split(' | '))
}

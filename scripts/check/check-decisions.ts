import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../command.ts'
import { reportProblems } from './report-problems.ts'

const folder = 'docs/develop/decisions'
const maxLines = 40

const citing =
  '{*.{md,ts},{bench,contract,deploy,docs,e2e,proofs,scripts,seed,server,test,web}/**/*.{md,mjs,ts,tsx,css}}'

/** `decision 7`, `decisions 68 to 89`, `decisions 134 and 136`, also where a number is a link. */
const citation = /\bdecisions?\s+((?:\[?\d+\b(?:\]\([^)]*\))?(?:,? and | to |, )?)+)/gi

/** Checks the decisions in `root` and their citations. Returns a line for each problem. */
export function checkDecisions(root: string): string[] {
  const files = globSync(`${folder}/[0-9]*.md`, { cwd: root }).sort()
  const numbers = files.map((file) => Number(file.slice(folder.length + 1).split('-')[0]))
  return [
    ...numbers.flatMap((number, index) =>
      number === index + 1
        ? []
        : [`decision ${index + 1} is missing, or one number is there twice`],
    ),
    ...files.flatMap((file, index) => wrongFile(root, file, numbers[index] ?? 0)),
    ...globSync(citing, { cwd: root })
      .filter((file) => !file.startsWith('scripts/check/check-decisions'))
      .sort()
      .flatMap((file) => missingDecisions(root, file, new Set(numbers))),
  ]
}

function wrongFile(root: string, file: string, number: number): string[] {
  const text = read(root, file)
  return [
    text.startsWith(`# ${number}. `) ? [] : [`${file} does not begin with '# ${number}. '`],
    text.trimEnd().split('\n').length <= maxLines ? [] : [`${file} has over ${maxLines} lines`],
  ].flat()
}

function missingDecisions(root: string, file: string, known: Set<number>): string[] {
  const cited = [...read(root, file).matchAll(citation)].flatMap(([, numbers = '']) =>
    [...numbers.replace(/\([^)]*\)/g, '').matchAll(/\d+/g)].map(Number),
  )
  const missing = cited.filter((number) => !known.has(number))
  return missing.map((number) => `${file} cites decision ${number}, which is not there`)
}

function read(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

if (import.meta.main) reportProblems(checkDecisions(root))

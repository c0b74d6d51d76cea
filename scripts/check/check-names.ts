import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../command.ts'
import { findDeclaredNames } from './declared-names.ts'
import { reportProblems } from './report-problems.ts'

/** Outdated words in names, each with its replacement. */
const refused = new Map(
  Object.entries({
    deed: 'action',
    trail: 'audit log',
    mention: 'reference',
    mentioned: 'referenced',
    tell: 'notify, emit, describe or report',
    told: 'notified, sent or shown',
    matter: 'dedupe key',
    overtaken: 'superseded',
    wish: 'reschedule request, options or values',
    wished: 'requested',
    healing: 'rebooking',
    touched: 'affected, or edited',
    touches: 'affected',
    seat: 'participant, connection',
    guest: 'participant',
    postman: 'delivery loop',
    carrier: 'transport',
    carried: 'delivered',
    trouble: 'error, failure or problem',
    suspect: 'check',
    swept: 'deleted',
    untouched: 'unchanged, idle',
    stretch: 'range, group',
    usual: 'default',
    guide: 'advisor or admin',
    colleague: 'staff role',
    life: 'timeline',
    sought: 'query',
    narrowed: 'filtered',
    turmoil: 'fuzz',
  }),
)

/** Names that may use such a word, and why. */
const exceptions: { file: RegExp; names: RegExp; why: string }[] = [
  {
    file: /^server\/database\/migrations\//,
    names: /^(0012-life\.|told_days$|trail$|wish_slots$|wishes$)/,
    why: 'migrations, which stay as they were',
  },
  { file: /^test\/week\/model\.ts$/, names: /^wish$/, why: 'a review as the API gives it' },
  {
    file: /^(server\/availability\/rebooking\/actions|test\/availability\/start-reviewer)\.ts$/,
    names: /^touches$/,
    why: 'a field of the API',
  },
  { file: /^server\/calls\//, names: /^tellPresent$/, why: 'a field of the API' },
  {
    file: /^server\/kit\/settings\/wrong-settings\.test\.ts$/,
    names: /^TRAIL_DAYS$/,
    why: 'a setting',
  },
]

const folders = 'contract,server,web,test,seed,scripts,bench,e2e,proofs'

/**
 * Checks the names of files, and the names declared in them, under `root`. Returns a line for each
 * problem.
 */
export function checkNames(root: string): string[] {
  const files = globSync(`{${folders}}/**/*.{ts,tsx}`, { cwd: root }).sort()
  return files.flatMap((file) => {
    const declared = findDeclaredNames(file, readFileSync(join(root, file), 'utf8'))
    return [basename(file), ...declared].flatMap((name) => findRefused(file, name))
  })
}

function findRefused(file: string, name: string): string[] {
  if (exceptions.some((one) => one.file.test(file) && one.names.test(name))) return []
  return toWords(name).flatMap((word) => {
    const instead = refused.get(word) ?? refused.get(word.replace(/e?s$/, ''))
    return instead === undefined ? [] : [`${file} names ${name}: not '${word}', but ${instead}`]
  })
}

/** Splits a name in camelCase, kebab-case or snake_case into words. */
function toWords(name: string): string[] {
  return name.split(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z\d]+/).map((word) => word.toLowerCase())
}

if (import.meta.main) reportProblems(checkNames(root))

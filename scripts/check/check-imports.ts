import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { root } from '../command.ts'
import { reportProblems } from './report-problems.ts'

const kit = 'contract/(kit/|roles|limits)'

/** The product. It does not import its tests, seed or scripts. */
const product = 'contract/|server/|web/'
/** Helpers for commands, which import nothing of the project. */
const leaf = 'scripts/(command|command-line)\\.ts$'

/** Modules of a room that others may import besides its actions. */
const alsoOpen = [
  'server/accounts/(api-tokens/expiring-tokens|oidc/actions)',
  'server/slots/(bookable/(bookable|booking-days|busy-times)|generated-slots|emit-slot-webhook-events|remove-free-slots|to-slot|split-into-slots)',
  'server/reviews/(advisor-or-admin|lock-for-scheduling|lock-students|change-week|due-dates-on-holidays|close-and-reopen|advisors/(assign-advisor|undo-hand-over))',
  'server/reviews/booking/(book-slot|cancel-booking|restore-bookings)',
  'server/reviews/rescheduling/(move-review|revoke-booking)',
  'server/reviews/turns/(turn-conditions|find-turns)',
  'server/reviews/view/timeline',
  'server/enrolment/(finish|pause)',
  'server/notifications/supersede',
  'server/people/(block|edit-details|invited-people|join|events/people-webhooks)',
  'server/progress/concern-(conditions|rows)',
  'server/availability/(rebooking/rebook-affected-reviews|private-calendar/actions)',
  'server/calls/ice-servers',
]
  .map((file) => `${file}\\.ts$`)
  .join('|')

/**
 * Allowed imports. The first pattern that matches a file says what it may import: paths from the
 * project's folder, or `package:name`. `OWN` is the file's own room. Reviews book slots, and slots
 * know nothing of reviews.
 */
const rules: [file: RegExp, mayImport: string][] = [
  [/^web\/.*\.test\.tsx?$/, 'contract/|web/|test/|package:'],
  [/^(contract|server|seed)\/.*\.test\.ts$/, 'contract/|server/|seed/|test/|package:'],
  [/^contract\/(kit\/|roles|limits)/, `${kit}|package:zod$`],
  [/^contract\//, 'contract/|package:zod$'],
  [/^server\/kit\//, `${kit}|server/(kit|database)/|package:`],
  // A migration keeps its own constants: it must do the same when those of the contract change.
  [
    /^server\/database\/migrations\//,
    `contract/kit/(text|time)/|server/database/|server/kit/(id|limits/client-network)\\.ts$|package:`,
  ],
  [/^server\/database\//, `${kit}|server/database/|package:`],
  [
    /^server\/([^/]+)\//,
    `contract/|server/(kit|database)/|OWN/|server/[^/]+/actions\\.ts$|${alsoOpen}|package:`,
  ],
  // It starts everything, including the demo school.
  [/^server\/main\.ts$/, 'contract/|server/|seed/demo\\.ts$|package:'],
  [/^server\//, 'contract/|server/|package:'],
  [/^web\/kit\//, `${kit}|web/kit/|package:`],
  [/^web\/(shell\/|screens\/|[^/]+$)/, 'contract/|web/|package:'],
  [
    /^web\/reviews\//,
    'contract/|web/kit/|web/paths\\.ts$|OWN/|web/(slots|work|feedback|rubrics)/|web/[^/]+/api\\.ts$|package:',
  ],
  [
    /^web\/(plan|calendar|progress)\//,
    'contract/|web/kit/|web/paths\\.ts$|OWN/|web/(reviews|slots)/|web/[^/]+/api\\.ts$|package:',
  ],
  [
    /^web\/slots\//,
    'contract/|web/kit/|web/paths\\.ts$|OWN/|web/(?!reviews/)[^/]+/api\\.ts$|package:',
  ],
  [/^web\/([^/]+)\//, 'contract/|web/kit/|web/paths\\.ts$|OWN/|web/[^/]+/api\\.ts$|package:'],
  [/^seed\//, 'contract/|server/|seed/|package:'],
  [/^test\//, `${product}|seed/|test/|${leaf}|package:`],
  [/^e2e\//, `${product}|seed/|test/|e2e/|package:`],
  [/^bench\//, `${product}|seed/|test/|e2e/|bench/|${leaf}|package:`],
  [/^proofs\//, `${product}|seed/|test/|e2e/|proofs/|${leaf}|package:`],
  [/^scripts\//, `${product}|seed/|test/|e2e/|bench/|scripts/|package:`],
]

const folders = 'contract,server,web,test,seed,scripts,bench,e2e,proofs'

const imported = /\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g

type Import = { file: string; target: string }

/** Checks the imports in `root`. Returns a line for each problem. */
export function checkImports(root: string): string[] {
  const files = globSync(`{${folders}}/**/*.{ts,tsx}`, { cwd: root }).sort()
  const imports = files.flatMap((file) => findImports(root, file))
  return [
    ...wrongImports(imports),
    ...circlesOfRooms(imports),
    ...circlesOfFiles(imports),
    ...unequalRooms(root),
    ...crowdedFolders(files),
  ]
}

const filesMax = 12
/** Folders with one file for each migration. */
const longFolders = new Set(['server/database/migrations'])

/** A folder holds at most a dozen files beside its tests. */
function crowdedFolders(files: string[]): string[] {
  const others = files.filter((file) => !/\.(test|spec)\.tsx?$/.test(file))
  return [...Map.groupBy(others, dirname)]
    .filter(([folder, { length }]) => length > filesMax && !longFolders.has(folder))
    .map(
      ([folder, { length }]) =>
        `${folder} holds ${length} files: split it, ${filesMax} are the most`,
    )
}

function findImports(root: string, file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const names = [...text.matchAll(imported)].map(([, name = '']) => name)
  return names.map((name) => ({ file, target: resolveTarget(file, name) }))
}

function resolveTarget(file: string, name: string): string {
  if (name.startsWith('.')) return normalize(join(dirname(file), name))
  return name.startsWith('#') ? name.slice(1) : `package:${name}`
}

function wrongImports(imports: Import[]): string[] {
  const wrong = imports.filter(({ file, target }) => !isAllowed(file, target))
  return wrong.map(({ file, target }) => `${file} must not import ${target}`)
}

function isAllowed(file: string, target: string): boolean {
  const [, mayImport = ''] = rules.find(([pattern]) => pattern.test(file)) ?? []
  const own = file.split('/').slice(0, 2).join('/')
  return new RegExp(`^(${mayImport.replace('OWN', own)})`).test(target)
}

/** Import cycles between the rooms of the server. */
function circlesOfRooms(imports: Import[]): string[] {
  const leads = new Map<string, Set<string>>()
  for (const { file, target } of imports) {
    const [from, to] = [getServerRoom(file), getServerRoom(target)]
    if (!from || !to || from === to || file.endsWith('.test.ts')) continue
    leads.set(from, (leads.get(from) ?? new Set()).add(to))
  }
  const reaches = (from: string, to: string, seen: Set<string>): boolean =>
    [...(leads.get(from) ?? [])].some(
      (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
    )
  const inCircle = [...leads.keys()].filter((room) => reaches(room, room, new Set()))
  return inCircle.map((room) => `server/${room} is in a circle of rooms that import each other`)
}

/** Import cycles between files, including type imports. */
function circlesOfFiles(imports: Import[]): string[] {
  const byFile = Map.groupBy(imports, ({ file }) => file)
  const found = new Set<string>()
  const done = new Set<string>()
  const way: string[] = []
  const follow = (file: string): void => {
    const begins = way.indexOf(file)
    if (begins >= 0) found.add(wordsOfCircle(way.slice(begins)))
    if (begins >= 0 || done.has(file)) return
    way.push(file)
    for (const { target } of byFile.get(file) ?? []) follow(target)
    way.pop()
    done.add(file)
  }
  for (const file of byFile.keys()) follow(file)
  return [...found]
}

/** The same message regardless of where the cycle was entered. */
function wordsOfCircle(files: string[]): string {
  const first = files.indexOf(files.toSorted()[0] ?? '')
  const around = [...files.slice(first), ...files.slice(0, first + 1)]
  return `${around.join(' → ')} is a circle`
}

function getServerRoom(path: string): string | undefined {
  return path.match(/^server\/(?!kit\/|database\/)([^/]+)\//)?.[1]
}

/** Rooms without a page so far. */
const withoutPage = new Set(['availability'])

/** A room has the same name in the contract, on the server and, if it is there, in the page. */
function unequalRooms(root: string): string[] {
  const namesIn = (pattern: string, ...others: string[]) =>
    globSync(pattern, { cwd: root })
      .map((path) => basename(path, '.ts'))
      .filter((name) => !others.includes(name) && !name.includes('.'))
  const contract = [...new Set(namesIn('contract/{*.ts,*/}', 'kit', 'roles', 'limits'))]
  const server = namesIn('server/*/', 'kit', 'database')
  const web = namesIn('web/*/', 'kit', 'shell', 'screens')
  const lacks = (side: string, has: string[], wanted: string[]) =>
    wanted.filter((room) => !has.includes(room)).map((room) => `${side} lacks the room ${room}`)
  return [
    ...lacks('server', server, contract),
    ...lacks('web', web, web.length > 0 ? contract.filter((room) => !withoutPage.has(room)) : []),
    ...lacks('contract', contract, [...new Set([...server, ...web])]),
  ]
}

if (import.meta.main) reportProblems(checkImports(root))

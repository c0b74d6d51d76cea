import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkImports } from './check-imports.ts'

/** A tree that follows every rule, with one import of each allowed kind. */
const goodTree = {
  'contract/roles.ts': '',
  'contract/limits.ts': '',
  'contract/kit/endpoint.ts': "import { z } from 'zod'\nimport { roles } from '#contract/roles.ts'",
  'contract/slots.ts': "import { endpoint } from './kit/endpoint.ts'\nimport './people.ts'",
  'contract/people.ts': "import { z } from 'zod'",
  'server/app.ts': "import { slotRoutes } from './slots/routes.ts'",
  'server/main.ts': "await import('#seed/demo.ts')",
  'server/kit/call/serve.ts':
    "import fastify from 'fastify'\nimport { up } from '#server/database/migrations/0001.ts'",
  'server/database/migrations/0001.ts': "import { dayMs } from '#contract/kit/time/durations.ts'",
  'server/database/query.ts': "import { sql } from 'kysely'",
  'server/slots/routes.ts': "import * as slots from './actions.ts'",
  'server/slots/actions.ts':
    "import {\n  findPerson,\n} from '#server/people/actions.ts'\nimport './queries.ts'",
  'server/slots/queries.ts': "import type { Db } from '#server/kit/call/serve.ts'",
  'server/slots/slots.test.ts': "import { startApp } from '#test/app.ts'",
  'server/people/actions.ts': "import { Person } from '#contract/people.ts'",
  'web/routes.tsx': "import { SlotsPage } from './slots/slots-page.tsx'",
  'web/shell/layout.tsx': "import { Photo } from '#web/people/photo.tsx'",
  'web/screens/people-list-page.tsx': "import { Photo } from '#web/people/photo.tsx'",
  'web/kit/api/call-api.ts': "import { endpoint } from '#contract/kit/endpoint.ts'",
  'web/slots/slots-page.tsx':
    "import { usePeople } from '#web/people/api.ts'\nimport './a.module.css'",
  'web/people/api.ts': "import { call } from '#web/kit/api/call-api.ts'",
  'web/people/photo.tsx': '',
}

/** Checks the good tree with some files replaced. */
function checkTree(changes: Record<string, string> = {}): string[] {
  const root = mkdtempSync(join(tmpdir(), 'weekward-rooms-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [file, text] of Object.entries({ ...goodTree, ...changes })) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return checkImports(root)
}

test('a tree that follows the rules passes', () => {
  expect(checkTree()).toEqual([])
})

test('a folder has at most a dozen files besides tests', () => {
  const files = (names: string[]) =>
    Object.fromEntries(names.map((name) => [`server/people/list/${name}.ts`, '']))
  const dozen = [...Array(12).keys()].map(String)
  expect(checkTree(files([...dozen, 'one.test']))).toEqual([])
  expect(checkTree(files([...dozen, 'one']))).toEqual([
    'server/people/list holds 13 files: split it, 12 are the most',
  ])
})

test.each([
  ['the contract imports zod alone', 'contract/slots.ts', 'dayjs', 'package:dayjs'],
  ['the contract never imports the server', 'contract/slots.ts', '#server/kit/call/serve.ts'],
  [
    "the contract's kit knows no room",
    'contract/kit/endpoint.ts',
    '../slots.ts',
    'contract/slots.ts',
  ],
  ["the server's kit knows no room", 'server/kit/call/serve.ts', '#server/slots/actions.ts'],
  [
    "the server's kit knows no room of the contract",
    'server/kit/call/serve.ts',
    '#contract/slots.ts',
  ],
  ['a test of the page never imports the server', 'web/slots/slots.test.ts', '#server/app.ts'],
  ['the server knows no seed', 'server/app.ts', '#seed/demo.ts'],
  ['the seed knows no test', 'seed/demo.ts', '#test/app.ts'],
  ['a journey knows no script', 'e2e/kit/school.ts', '../../scripts/dev.ts', 'scripts/dev.ts'],
  ['the database knows no kit', 'server/database/query.ts', '#server/kit/clock.ts'],
  ['a migration knows no room', 'server/database/migrations/0001.ts', '#server/slots/queries.ts'],
  [
    'a migration knows no constant that could change',
    'server/database/migrations/0001.ts',
    '#contract/limits/reviews.ts',
  ],
  [
    "a room never imports another's queries",
    'server/slots/actions.ts',
    '#server/people/queries.ts',
  ],
  [
    "a room never imports another's routes",
    'server/slots/routes.ts',
    '../people/routes.ts',
    'server/people/routes.ts',
  ],
  ['a room does not import the app', 'server/slots/actions.ts', '#server/app.ts'],
  ['the server never imports the page', 'server/app.ts', '#web/people/api.ts'],
  [
    'a test of the server never imports the page',
    'server/slots/slots.test.ts',
    '#web/people/api.ts',
  ],
  ['the page never imports the server', 'web/routes.tsx', '#server/kit/call/serve.ts'],
  ["the page's kit knows no room", 'web/kit/api/call-api.ts', '#web/people/api.ts'],
  [
    "a room of the page imports another's api alone",
    'web/slots/slots-page.tsx',
    '#web/people/photo.tsx',
  ],
  ['slots know no reviews, which book them', 'web/slots/slots-page.tsx', '#web/reviews/api.ts'],
  ['a room of the page knows no shell', 'web/slots/slots-page.tsx', '#web/shell/layout.tsx'],
])('%s', (_rule, file, name, target = name.slice(1)) => {
  expect(checkTree({ [file]: `import { x } from '${name}'` })).toContain(
    `${file} must not import ${target}`,
  )
})

test('dynamic imports are checked as well', () => {
  expect(checkTree({ 'web/routes.tsx': "const x = import('#server/app.ts')" })).toEqual([
    'web/routes.tsx must not import server/app.ts',
  ])
})

test('import cycles between rooms of the server are reported', () => {
  const changes = {
    'server/people/actions.ts': "import { findSlot } from '#server/slots/actions.ts'",
  }
  expect(checkTree(changes)).toEqual([
    'server/people is in a circle of rooms that import each other',
    'server/slots is in a circle of rooms that import each other',
    'server/people/actions.ts → server/slots/actions.ts → server/people/actions.ts is a circle',
  ])
})

test.each([
  ['a value', 'web/people', "import { Photo } from './photo.tsx'"],
  ['a type alone', 'web/people', "import type { Photo } from './photo.tsx'"],
  ['what is loaded later', 'web/people', "const later = () => import('./photo.tsx')"],
  ['a type of what tests share', 'test/people', "import type { Photo } from './photo.tsx'"],
])('import cycles between files are reported: %s', (_what, folder, imports) => {
  const changes = {
    [`${folder}/photo.tsx`]: "import { Frame } from './frame.tsx'",
    [`${folder}/frame.tsx`]: "import type { Look } from './look.ts'",
    [`${folder}/look.ts`]: imports,
  }
  const around = ['frame.tsx', 'look.ts', 'photo.tsx', 'frame.tsx'].map(
    (name) => `${folder}/${name}`,
  )
  expect(checkTree(changes)).toEqual([`${around.join(' → ')} is a circle`])
})

test('a room that is missing on one side is reported', () => {
  expect(checkTree({ 'contract/tasks.ts': '' })).toEqual([
    'server lacks the room tasks',
    'web lacks the room tasks',
  ])
  expect(checkTree({ 'contract/tasks/tasks.ts': '' })).toEqual([
    'server lacks the room tasks',
    'web lacks the room tasks',
  ])
  expect(checkTree({ 'server/tasks/routes.ts': '' })).toEqual(['contract lacks the room tasks'])
  expect(checkTree({ 'web/tasks/api.ts': '' })).toEqual(['contract lacks the room tasks'])
})

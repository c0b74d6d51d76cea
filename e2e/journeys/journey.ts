import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Role } from '#contract/roles.ts'
import { demoLogins } from '#contract/school/school.ts'
import { paths } from '#web/paths.ts'
import { desktop, phone } from '../kit/browser-options.ts'
import { expect, type School, storeSession, test } from '../kit/school.ts'
import { withMotion } from '../kit/with-motion.ts'
import { type Count, type InputMethod, makeWalker, type Walker } from './driver.ts'
import {
  countSetting,
  countsFolder,
  type JourneyCounts,
  type JourneyName,
  parseRows,
  stepsFile,
  sum,
  toRows,
} from './step-counts.ts'

const root = join(import.meta.dirname, '../..')

const hands: Record<InputMethod, { said: string; screen: object }> = {
  keyboard: { said: 'by keyboard alone', screen: desktop },
  pointer: { said: 'with a pointer', screen: desktop },
  touch: { said: 'with a finger', screen: phone },
}

/** An empty school, whose admin has the demo school's credentials. */
const settings = {
  DEMO: 'off',
  ADMIN_EMAIL: demoLogins.admin.email,
  ADMIN_PASSWORD: demoLogins.admin.password,
}

type Begin = {
  /** Who is signed in, if anyone. */
  as?: { role: Role; email: string; password: string }
  /** Where they start, if not at home. */
  at?: string
  /** The most clicks, keys or texts with mouse or touch. */
  atMost?: Partial<Count>
}

type Journey = {
  school: School
  /** Starts a person in a browser of their own. */
  begin: (name: JourneyName, begin: Begin) => Promise<Walker>
}

/**
 * Defines a test for each input method. Its steps are counted, printed and compared with
 * `e2e/journeys/steps.md`.
 */
export function journey(title: string, walkIt: (journey: Journey) => Promise<void>): void {
  for (const way of ['keyboard', 'pointer', 'touch'] as const) {
    test.describe(hands[way].said, () => {
      test.use({ settings, ...withMotion, ...hands[way].screen })
      test(`${title}, ${hands[way].said}`, async ({ school, somebodyElse }) => {
        const begun: { name: JourneyName; walker: Walker; atMost: Partial<Count> }[] = []
        await walkIt({
          school,
          async begin(name, { as, at, atMost = {} }) {
            const page = await somebodyElse()
            if (as) await storeSession(page, school.url, as.role, await school.tokenOf(as.role, as))
            await page.goto(school.url + (at ?? paths.home(as?.role ?? 'student')))
            const walker = makeWalker(page, way)
            begun.push({ name, walker, atMost })
            return walker
          },
        })
        for (const { name, walker, atMost } of begun) {
          judge({ name, way, steps: walker.steps }, atMost)
        }
      })
    })
  }
}

/** Prints the counts and compares them with the limits and the documented ones. */
function judge(counted: JourneyCounts, atMost: Partial<Count>): void {
  const { name, way, steps } = counted
  const rows = toRows(counted)
  process.stdout.write(`${name}, ${hands[way].said}: ${rows.at(-1)?.[1]}\n`)
  const { clicks } = sum(steps)
  expect(clicks, 'clicks in all').toBeLessThanOrEqual(atMost.clicks ?? Number.POSITIVE_INFINITY)
  if (process.env[countSetting]) {
    mkdirSync(join(root, countsFolder), { recursive: true })
    writeFileSync(join(root, countsFolder, `${name}, ${way}.json`), JSON.stringify(counted))
  } else {
    const page = readFileSync(join(root, stepsFile), 'utf8')
    const said = `${stepsFile} says what was counted (npm run journeys writes it)`
    expect(rows, said).toEqual(parseRows(page, name, way))
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { storageVersion } from '#contract/limits/limits.ts'
import { basePath, type Role, roles } from '#contract/roles.ts'
import { findFullChromium } from '#test/programs/needed-programs.ts'
import { toSchool } from '../e2e/kit/school.ts'
import { startServer } from '../e2e/kit/server.ts'

/**
 * Lighthouse on a login and the four homes of the demo school, with its mobile device, slow network
 * and a cold cache. Performance is the median of three rounds, everything else the worst. Exits
 * with 1 below the aims. `npm run lighthouse -- "student's home"` measures one screen.
 */
const wanted = process.argv[2]
const rounds = 3
const aims = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
type Category = keyof typeof aims
const categories: Category[] = ['performance', 'accessibility', 'best-practices', 'seo']

type Screen = { name: string; path: string; role?: Role; aimed: Category[] }
const screens: Screen[] = [
  { name: 'login', path: '/login', aimed: categories },
  // Homes are not meant for search engines.
  ...roles.map((role) => ({
    name: `${role}'s home`,
    path: basePath[role] || '/',
    role,
    aimed: categories.filter((one) => one !== 'seo'),
  })),
]

type Marks = Record<Category, number>
/** `processor` is Lighthouse's estimate of the machine's speed, which shows other load. */
type Seen = { marks: Marks; times: string; processor: number; faults: string[] }

const folder = mkdtempSync(join(tmpdir(), 'weekward-lighthouse-'))
const school = toSchool(await startServer(folder))
process.stdout.write(
  `${['screen', ...categories, 'FCP, LCP, TBT, CLS', 'processor'].join(' | ')}\n`,
)
for (const screen of screens.filter(({ name }) => !wanted || name === wanted)) {
  const seen: Seen[] = []
  for (let round = 0; round < rounds; round++) seen.push(await look(screen))
  report(screen, seen)
}
await school.stop()
rmSync(folder, { recursive: true })

/** One run in a fresh browser with an empty cache. */
async function look({ path, role }: Screen): Promise<Seen> {
  const profile = mkdtempSync(join(tmpdir(), 'weekward-profile-'))
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findFullChromium() ?? '',
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  })
  if (role) {
    const state = { token: await school.tokenOf(role) }
    const page = await browser.newPage()
    // A URL of the same origin that loads nothing of the page.
    await page.goto(`${school.url}/openapi.json`)
    const entry = [role, JSON.stringify({ state, version: storageVersion })] as const
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), entry)
    await page.close()
  }
  const result = await lighthouse(school.url + path, {
    port,
    logLevel: 'error',
    onlyCategories: categories,
    disableStorageReset: true,
  })
  await browser.close()
  rmSync(profile, { recursive: true, force: true })
  if (!result) throw new Error('Lighthouse saw nothing')
  const { audits, categories: found, environment } = result.lhr
  const timed = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time']
  const faults = categories
    .filter((one) => one !== 'performance')
    .flatMap((one) => found[one]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
  const mark = (one: Category) => Math.round((found[one]?.score ?? 0) * 100)
  return {
    marks: {
      performance: mark('performance'),
      accessibility: mark('accessibility'),
      'best-practices': mark('best-practices'),
      seo: mark('seo'),
    },
    times: [...timed, 'cumulative-layout-shift'].map((id) => audits[id]?.displayValue).join(', '),
    processor: Math.round(environment.benchmarkIndex),
    faults: faults.map(({ id }) => id),
  }
}

function report({ name, aimed }: Screen, seen: Seen[]): void {
  const sorted = seen.toSorted((a, b) => a.marks.performance - b.marks.performance)
  const middle = sorted[Math.floor(sorted.length / 2)]
  const worst = (one: Category) => Math.min(...seen.map(({ marks }) => marks[one]))
  const marks = categories.map((one) =>
    one === 'performance' ? (middle?.marks.performance ?? 0) : worst(one),
  )
  process.stdout.write(`${[name, ...marks, middle?.times, middle?.processor].join(' | ')}\n`)
  for (const fault of new Set(seen.flatMap(({ faults }) => faults))) {
    process.stdout.write(`  ${name}: ${fault}\n`)
  }
  const isBelow = categories.some(
    (one, index) => aimed.includes(one) && (marks[index] ?? 0) < aims[one],
  )
  if (isBelow) process.exitCode = 1
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}

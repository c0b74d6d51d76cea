import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { Role } from '#contract/roles.ts'
import { demoLogins } from '#contract/school/school.ts'
import { findChromium } from '#test/programs/needed-programs.ts'
import { phone } from '../e2e/kit/browser-options.ts'
import { type School, toSchool } from '../e2e/kit/school.ts'
import { startServer } from '../e2e/kit/server.ts'
import { runCommand } from '../scripts/command.ts'
import {
  type Frames,
  formatLate,
  formatRate,
  getMedianRound,
  measureFrameIntervals,
  toFrames,
} from './frames.ts'

/**
 * Frame rates while lists of 10,000 rows scroll, on desktop and phone, compared with a bare page of
 * plain rows with the same text and height. Alternating rounds, medians and their ratio. Scrolls
 * with the browser's own touch or wheel gestures. Then frame rates while the admin's calendar is
 * paged week by week, compared with a bare page that replaces its text.
 */
const rowsInAll = 10_000
const rounds = 3
const speeds = [1_000, 3_000]
const seconds = 3
const pagesASecond = 4
/**
 * `npm run bench:scroll -- phone` measures phones only, `-- phone students` one list, and `--
 * calendar` the calendar.
 */
const [wanted, wantedList] = process.argv.slice(2)

const widths = { desktop: { viewport: { width: 1280, height: 800 } }, phone }
const lists: { name: string; role: Role; path: string }[] = [
  { name: 'reviews', role: 'advisor', path: '/advisor/reviews-list' },
  { name: 'students', role: 'admin', path: '/admin/student-list' },
]

const folder = mkdtempSync(join(tmpdir(), 'weekward-bench-'))
const env = { ...process.env, DATA_DIR: folder }
await runCommand(process.execPath, ['seed/main.ts', '--students', String(rowsInAll)], { env })
giveReviewsToDemoAdvisor()
const school = toSchool(await startServer(folder))
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
say(
  '| list | width | a second | late frames, bare | late frames | frames a second, bare | frames a second | ratio |',
)
say('|---|---|---|---|---|---|---|---|')
for (const [width, options] of Object.entries(widths)) {
  if (wanted && width !== wanted) continue
  for (const list of lists) {
    if (!wantedList || list.name === wantedList) await measure(list, width, options)
  }
  if (!wantedList || wantedList === 'calendar') await measureCalendar(width, options)
}
await browser.close()
await school.stop()
rmSync(folder, { recursive: true })

/** Assigns the first 10,000 reviews to the demo advisor. */
function giveReviewsToDemoAdvisor(): void {
  const db = new DatabaseSync(join(folder, 'weekward.db'))
  db.prepare(
    `update reviews set advisor_id = (select id from people where email = ?)
     where id in (select id from reviews order by id limit ?)`,
  ).run(demoLogins.advisor.email, rowsInAll)
  db.close()
}

async function measure(list: (typeof lists)[number], width: string, options: object) {
  const page = await open(browser, school, list, options)
  const bare = await openBare(browser, page, options)
  for (const speed of speeds) {
    await inTurns(`${list.name} | ${width} | ${speed} px`, { page, bare }, (one) =>
      scroll(one, speed),
    )
  }
  await page.context().close()
  await bare.context().close()
}

async function measureCalendar(width: string, options: object) {
  const page = await (await browser.newContext(options)).newPage()
  await school.enter(page, 'admin', '/admin/calendar')
  await page
    .getByRole('listitem')
    .filter({ hasText: /\d of \d/ })
    .first()
    .waitFor()
  const bare = await openBarePaged(page, options)
  const pace = `calendar | ${width} | ${pagesASecond} weeks`
  await inTurns(pace, { page, bare }, pageOn)
  await page.context().close()
  await bare.context().close()
}

/** Alternating rounds of both, and their line in the table. */
async function inTurns(
  what: string,
  { page, bare }: { page: Page; bare: Page },
  measureOne: (page: Page) => Promise<Frames>,
) {
  const own: Frames[] = []
  const plain: Frames[] = []
  for (let round = 0; round < rounds; round++) {
    plain.push(await measureOne(bare))
    own.push(await measureOne(page))
  }
  const [ours, theirs] = [getMedianRound(own), getMedianRound(plain)]
  say(
    `| ${what} | ${formatLate(theirs)} | ${formatLate(ours)} | ${formatRate(theirs)} | ${formatRate(ours)} | ${(ours.rate / theirs.rate).toFixed(2)} |`,
  )
}

/** The texts of two weeks as plain rows, which a button swaps. */
async function openBarePaged(like: Page, options: object): Promise<Page> {
  const next = like.getByRole('button', { name: 'Next week' })
  const rows = async () => {
    const texts = await like.getByRole('main').getByRole('listitem').allInnerTexts()
    return texts.map((text) => `<tr><td>${text.split('\n').join('<td>')}</tr>`).join('')
  }
  const weeks = [await rows()]
  await next.click()
  await like.waitForLoadState('networkidle')
  weeks.push(await rows())
  const page = await (await browser.newContext(options)).newPage()
  await page.setContent('<button>Today</button><button aria-label="Next week">Next</button><table>')
  await page.evaluate((weeks) => {
    let shown = 0
    const show = () => {
      shown = 1 - shown
      const table = document.querySelector('table')
      if (table) table.innerHTML = weeks[shown] ?? ''
    }
    for (const button of document.querySelectorAll('button')) button.onclick = show
    show()
  }, weeks)
  return page
}

/** Pages by a week several times a second while counting frames, then returns to today. */
async function pageOn(page: Page): Promise<Frames> {
  await page.getByRole('button', { name: 'Today' }).click()
  await page.waitForLoadState('networkidle')
  const counting = page.evaluate(measureFrameIntervals, seconds * 1000)
  await page.evaluate(
    async ({ times, everyMs }) => {
      for (let time = 0; time < times; time++) {
        document.querySelector<HTMLElement>('[aria-label="Next week"]')?.click()
        await new Promise((resolve) => setTimeout(resolve, everyMs))
      }
    },
    { times: (seconds - 1) * pagesASecond, everyMs: 1_000 / pagesASecond },
  )
  return toFrames(await counting)
}

/** A list with all rows fetched, scrolled to the top. */
async function open(
  browser: Browser,
  school: School,
  list: (typeof lists)[number],
  options: object,
) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await school.enter(page, list.role, list.path)
  const more = page.getByRole('button', { name: 'Show more' })
  await more.waitFor()
  const deadline = Date.now() + 120_000
  while ((await more.count()) > 0 && Date.now() < deadline) {
    await page.evaluate(toTheEnd)
  }
  if ((await more.count()) > 0) throw new Error('The list did not come to its end')
  return page
}

/** Runs in the page: stays at the end for some frames to trigger the next page. */
async function toTheEnd(): Promise<void> {
  for (let frame = 0; frame < 20; frame++) {
    window.scrollTo(0, document.documentElement.scrollHeight)
    await new Promise(requestAnimationFrame)
  }
}

/** As many plain rows on an equally long page. */
async function openBare(browser: Browser, like: Page, options: object): Promise<Page> {
  const height = await like.evaluate(() => document.documentElement.scrollHeight)
  const text = await like.getByRole('main').innerText()
  const row = text.split('\n').slice(-8).join(' ').slice(0, 120)
  const page = await (await browser.newContext(options)).newPage()
  await page.setContent(
    `<body style="margin:0"><table>${`<tr style="height:${height / rowsInAll}px"><td>${row}</td></tr>`.repeat(rowsInAll)}</table>`,
  )
  return page
}

/** Scrolls through the third quarter of the page while counting frames. */
async function scroll(page: Page, speed: number): Promise<Frames> {
  await page.evaluate(async () => {
    window.scrollTo(0, Math.round(document.documentElement.scrollHeight / 2))
    for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
  })
  const before = await page.evaluate(() => window.scrollY)
  const client = await page.context().newCDPSession(page)
  const counting = page.evaluate(measureFrameIntervals, seconds * 1000)
  await client.send('Input.synthesizeScrollGesture', {
    x: 150,
    y: 400,
    yDistance: -speed * (seconds + 1),
    speed,
    preventFling: true,
    gestureSourceType: 'mouse',
  })
  const deltas = await counting
  const moved = (await page.evaluate(() => window.scrollY)) - before
  if (moved < speed * seconds * 0.9) throw new Error(`scrolled by ${moved} px only`)
  return toFrames(deltas)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

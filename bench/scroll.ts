import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { Role } from '#contract/roles.ts'
import { demoLogins } from '#contract/school.ts'
import { type School, visit } from '../e2e/kit/school.ts'
import { startServer } from '../e2e/kit/server.ts'
import { phone } from '../playwright.config.ts'
import { runCommand } from '../scripts/command.ts'
import { findChromium } from '../scripts/needs.ts'

/**
 * Frames while lists of 10,000 rows scroll, on a desktop and on a phone, beside a bare page with
 * the same texts as plain rows, of the same height and without a script, scrolled just so. Rounds in
 * turns in one run. The gesture is the browser's own: a finger, or a wheel.
 */
const rowsInAll = 10_000
const rounds = 3
const speeds = [1_000, 3_000]
const seconds = 3
/** `npm run bench:scroll -- phone` measures there alone, `-- phone students` that list alone. */
const [wanted, wantedList] = process.argv.slice(2)
const frameMs = 1000 / 60

const widths = { desktop: { viewport: { width: 1280, height: 800 } }, phone }
const lists: { name: string; role: Role; path: string }[] = [
  { name: 'reviews', role: 'advisor', path: '/advisor/reviews-list' },
  { name: 'students', role: 'admin', path: '/admin/student-list' },
]

const folder = mkdtempSync(join(tmpdir(), 'weekward-bench-'))
const env = { ...process.env, DATA_DIR: folder }
await runCommand(process.execPath, ['seed/main.ts', '--students', String(rowsInAll)], { env })
giveReviewsToDemoAdvisor()
const school = visit(await startServer(folder))
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
say(
  '| list | width | px a second | late frames, bare | late frames | frames a second, bare | frames a second | ratio |',
)
say('|---|---|---|---|---|---|---|---|')
for (const [width, options] of Object.entries(widths)) {
  if (wanted && width !== wanted) continue
  for (const list of lists) {
    if (!wantedList || list.name === wantedList) await measure(list, width, options)
  }
}
await browser.close()
await school.stop()
rmSync(folder, { recursive: true })

/** All of the first 10,000 reviews are theirs. */
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
    const own: Frames[] = []
    const plain: Frames[] = []
    for (let round = 0; round < rounds; round++) {
      plain.push(await scroll(bare, speed))
      own.push(await scroll(page, speed))
    }
    const [ours, theirs] = [median(own), median(plain)]
    say(
      `| ${list.name} | ${width} | ${speed} | ${late(theirs)} | ${late(ours)} | ${rate(theirs)} | ${rate(ours)} | ${(ours.rate / theirs.rate).toFixed(2)} |`,
    )
  }
  await page.context().close()
  await bare.context().close()
}

/** The list with all of its rows fetched, at its top. */
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

/** In the page: stays at the end for some frames, so that more is asked for. */
async function toTheEnd(): Promise<void> {
  for (let frame = 0; frame < 20; frame++) {
    window.scrollTo(0, document.documentElement.scrollHeight)
    await new Promise(requestAnimationFrame)
  }
}

/** As many plain rows on as long a page. */
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

type Frames = { late: number; count: number; rate: number }

/** Scrolls down from the top of the third quarter of the page and counts frames meanwhile. */
async function scroll(page: Page, speed: number): Promise<Frames> {
  await page.evaluate(async () => {
    window.scrollTo(0, Math.round(document.documentElement.scrollHeight / 2))
    for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
  })
  const before = await page.evaluate(() => window.scrollY)
  const client = await page.context().newCDPSession(page)
  const counting = page.evaluate(countFrames, seconds * 1000)
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
  const missed = deltas.filter((ms) => ms > frameMs * 1.5)
  const total = deltas.reduce((sum, ms) => sum + ms, 0)
  return { late: missed.length, count: deltas.length, rate: (deltas.length / total) * 1000 }
}

/** In the page: the times between frames in ms. */
function countFrames(forMs: number): Promise<number[]> {
  return new Promise((resolve) => {
    const deltas: number[] = []
    const started = performance.now()
    let last: number | undefined
    const note = (at: number) => {
      if (last !== undefined) deltas.push(at - last)
      last = at
      if (at - started < forMs) requestAnimationFrame(note)
      else resolve(deltas)
    }
    requestAnimationFrame(note)
  })
}

function median(measured: Frames[]): Frames {
  const sorted = measured.toSorted((a, b) => a.rate - b.rate)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('Nothing was measured')
  return middle
}

function late({ late, count }: Frames): string {
  return `${late} of ${count}`
}

function rate({ rate }: Frames): string {
  return rate.toFixed(1)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

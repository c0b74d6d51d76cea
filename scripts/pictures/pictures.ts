import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { faketime, installDefaultNeeds } from '#test/programs/needed-programs.ts'
import { toSchool } from '../../e2e/kit/school.ts'
import { listScreens, type Screen } from '../../e2e/kit/screens.ts'
import { startServer } from '../../e2e/kit/server.ts'
import { getFaketimeEnvironment as faketimeSettings } from '../../test/processes/faketime.ts'
import { buildWebAppIfStale } from '../build/build.ts'
import { root } from '../command.ts'
import { drawIcons } from './icons.ts'
import { takeMailPictures } from './mails.ts'
import { composeSheet } from './sheet.ts'
import {
  pictureLaunchOptions,
  takeHomePicture,
  takeScreenPictures,
  type Visitor,
} from './take-screen-pictures.ts'

/**
 * Takes pictures of every screen at four widths, light and dark, into `.cache/pictures`, and
 * composes the contact sheets and the README's pictures in `docs/pictures`. The demo school's clock
 * stands still, so that pictures change only with the page. `npm run pictures -- student-home
 * slots-list` takes these screens only, without sheets, `-- mails` takes the mails, and `-- icons`
 * renders the icons of the installed app.
 */
const wanted = process.argv.slice(2)
const everything = join(root, '.cache/pictures')
const shown = join(root, 'docs/pictures')

/** Pictures of something other than screens. */
const partsApart: Record<string, (browser: Browser) => Promise<void>> = {
  mails: (browser) => takeMailPictures(browser, join(everything, 'mails')),
  icons: drawIcons,
}

/** A Tuesday morning, with past and upcoming reviews. */
const morning = Date.parse('2026-11-24T08:40:00Z')

const missing = await installDefaultNeeds(faketime)
process.exitCode = missing.length === 0 && (await takeWanted()) ? 0 : 1

async function takeWanted(): Promise<boolean> {
  const apart = wanted.length === 1 && wanted[0] ? partsApart[wanted[0]] : undefined
  if (!apart) return (await buildWebAppIfStale()) && (await takeAll())
  const browser = await chromium.launch(pictureLaunchOptions)
  await apart(browser)
  await browser.close()
  return true
}

async function takeAll(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-pictures-'))
  const server = await startServer(folder, standingAt(morning))
  const browser = await chromium.launch(pictureLaunchOptions)
  try {
    const school = toSchool(server)
    const screens = (await listScreens(school)).filter(
      ({ name }) => wanted.length === 0 || wanted.includes(name),
    )
    const visits: Promise<void>[] = []
    for (const [role, members] of Map.groupBy(screens, ({ as }) => as)) {
      // One after the other, so that the audit log has a fixed order.
      const token = role ? await school.tokenOf(role) : undefined
      visits.push(showArea(browser, { school, role, token, now: morning }, members))
    }
    await Promise.all(visits)
    return screens.length > 0
  } finally {
    await browser.close()
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

async function showArea(browser: Browser, visitor: Visitor, screens: Screen[]): Promise<void> {
  const area = visitor.role ?? 'anyone'
  const folder = join(everything, area)
  mkdirSync(folder, { recursive: true })
  const pictures = await takeScreenPictures(browser, visitor, { folder, screens })
  process.stdout.write(`${area}: ${pictures.length} pictures in ${folder}\n`)
  if (wanted.length > 0) return
  const sheet = join(shown, `${area}.webp`)
  process.stdout.write(`${sheet}: ${await composeSheet(browser, area, pictures, sheet)} KiB\n`)
  const home = screens.find(({ name }) => name === `${area}-home`)
  if (home)
    await takeHomePicture(browser, visitor, { file: join(shown, `${home.name}.webp`), home })
}

/** The settings of a server whose clock stands still at an instant (ms since 1970). */
function standingAt(instant: number): Record<string, string> {
  const settings = faketimeSettings(instant)
  return { ...settings, FAKETIME: String(settings.FAKETIME).replace('@', '') }
}

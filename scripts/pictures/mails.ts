import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { openSchool } from '#bench/schools/schools.ts'
import { renderHtml } from '#server/kit/mail/message/html.ts'
import { makeSampleMails } from './mail-samples.ts'
import { composeSheet } from './sheet.ts'
import { type Picture, schemes } from './take-screen-pictures.ts'

const widths = [800, 390]

/**
 * Takes a picture of a mail of each kind, at desktop and phone width, light and dark, and composes
 * a contact sheet in the same folder.
 */
export async function takeMailPictures(browser: Browser, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const school = await openSchool('sqlite', 60)
  const pictures: Picture[] = []
  try {
    const { appUrl: url, schoolName: name } = school.context.settings
    const page = await browser.newPage()
    for (const [kind, content] of await makeSampleMails(school.context)) {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 400 })
        await page.setContent(renderHtml(content, { name, url, logo: undefined }))
        for (const scheme of schemes) {
          await page.emulateMedia({ colorScheme: scheme })
          const file = join(folder, `${kind}-${width}-${scheme}.png`)
          await page.screenshot({ path: file, fullPage: true })
          pictures.push({ screen: kind, width, scheme, file })
        }
      }
    }
    await page.close()
  } finally {
    await school.remove()
  }
  const sheet = join(folder, 'sheet.webp')
  const size = await composeSheet(browser, 'mails', pictures, sheet)
  process.stdout.write(`${pictures.length} pictures in ${folder}, ${sheet}: ${size} KiB\n`)
}

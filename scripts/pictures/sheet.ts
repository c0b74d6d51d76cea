import { readFileSync, writeFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { type Picture, schemes, widths } from './take-screen-pictures.ts'

/** The scale of a picture on a sheet. */
const scale = 0.25
/** The most of a long page that a sheet shows. */
const highest = 340

const [margin, gap] = [24, 12]
const sheetWidth = Math.ceil(
  widths.reduce((sum, width) => sum + width * scale + gap, 0) * schemes.length - gap + 2 * margin,
)

const maxKiB = 300
const qualities = [70, 60, 50, 40, 30, 20]

/**
 * Composes the pictures of an area into one sheet with a row for each screen: all widths in light,
 * then in dark. Returns its size in KiB.
 */
export async function composeSheet(
  browser: Browser,
  area: string,
  pictures: Picture[],
  file: string,
): Promise<number> {
  const page = await browser.newPage({ viewport: { width: sheetWidth, height: 600 } })
  await page.setContent(renderSheet(area, pictures))
  let sheet: Buffer = Buffer.alloc(0)
  for (const quality of qualities) {
    sheet = await page.screenshot({ type: 'webp', quality, fullPage: true })
    if (sheet.length <= maxKiB * 1024) break
  }
  await page.close()
  writeFileSync(file, sheet)
  return Math.round(sheet.length / 1024)
}

function renderSheet(area: string, pictures: Picture[]): string {
  const screens = Map.groupBy(pictures, ({ screen }) => screen)
  const lines = [...screens].map(
    ([name, members]) => `<h2>${inWords(name)}</h2><div class="line">${renderCells(members)}</div>`,
  )
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; padding: ${margin}px; background: #d9dcdf; color: #1b1f23; font: 16px system-ui }
    h1 { margin: 0; font-size: 24px; font-weight: 600 }
    h2 { margin: 20px 0 6px; font-size: 15px; font-weight: 600 }
    .line { display: flex; gap: ${gap}px; align-items: flex-start }
    img { max-height: ${highest}px; object-fit: cover; object-position: top; border-radius: 3px }
  </style><h1>${inWords(area)}: all of them at ${[...new Set(pictures.map(({ width }) => width))].join(', ')} px</h1>${lines.join('')}`
}

function renderCells(pictures: Picture[]): string {
  const sorted = pictures.toSorted(
    (one, other) =>
      schemes.indexOf(one.scheme) - schemes.indexOf(other.scheme) || other.width - one.width,
  )
  return sorted
    .map(({ file, width }) => `<img src="${dataUrl(file)}" width="${width * scale}" alt="">`)
    .join('')
}

function dataUrl(file: string): string {
  return `data:image/png;base64,${readFileSync(file).toString('base64')}`
}

/** Returns, for example, 'Student review details' for 'student-review-details'. */
function inWords(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

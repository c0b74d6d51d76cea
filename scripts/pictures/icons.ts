import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { root } from '../command.ts'

/** The icons that platforms need: size, and the share of the mark on a filled background. */
const icons = [
  { file: 'icon-192.png', size: 192 },
  { file: 'icon-512.png', size: 512 },
  // Platforms crop these to their own shape. A circle of four fifths always remains.
  { file: 'icon-maskable-512.png', size: 512, share: 0.72 },
  { file: 'icon-apple-180.png', size: 180, share: 0.86 },
]

/** Renders `public/icon.svg` in the sizes that installed apps need. */
export async function drawIcons(browser: Browser): Promise<void> {
  const mark = readFileSync(join(root, 'public/icon.svg'), 'utf8')
  const ground = mark.match(/fill="(#\w{6})"/)?.[1] ?? ''
  for (const { file, size, share } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(`<style>
      body { margin: 0; display: grid; place-items: center; height: ${size}px; background: ${share ? ground : 'none'} }
      svg { width: ${size * (share ?? 1)}px }
    </style>${mark}`)
    await page.screenshot({ path: join(root, 'public', file), omitBackground: true })
    await page.close()
  }
  process.stdout.write(`${icons.length} icons in public\n`)
}

import type { Page } from '@playwright/test'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { findReviewToDecide } from '../steps/meet-and-call.ts'
import { heading } from '../steps/shell.ts'

/** The brightness of the background and of the text, from 0 (black) to 1 (white). */
async function inkAndPaper(page: Page): Promise<{ ink: number; paper: number }> {
  return page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d')
    const lightness = (colour: string) => {
      if (!context) return Number.NaN
      context.fillStyle = colour
      context.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
      return (red + green + blue) / 765
    }
    const card = document.querySelector('main section h2')
    const behind = card?.closest('section') ?? document.body
    return {
      ink: lightness(getComputedStyle(card ?? document.body).color),
      paper: lightness(getComputedStyle(behind).backgroundColor),
    }
  })
}

async function expectOnPaper(page: Page) {
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  const main = page.getByRole('main')
  await expect(main.getByRole('button').filter({ visible: true })).toHaveCount(0)
  await expect(main.locator('.mantine-Button-root').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0)
  await expect.poll(async () => (await inkAndPaper(page)).paper).toBeGreaterThan(0.95)
  expect((await inkAndPaper(page)).ink).toBeLessThan(0.5)
}

test('a review is printed in black on white, without open questions and buttons', async ({
  page,
  school,
}) => {
  const { _id: id, student } = await findReviewToDecide(school)
  await page.emulateMedia({ colorScheme: 'dark' })
  await school.enter(page, 'advisor', `/advisor/review-details/${id}`)
  const question = page.getByRole('region', { name: `What is next for ${student.name}?` })
  await expect(question).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await expectOnPaper(page)
  await expect(question).toBeHidden()
  await expect(page.getByRole('region', { name: 'Mark' })).toBeVisible()

  await page.emulateMedia({ colorScheme: 'dark', media: 'screen' })
  await expect(question).toBeVisible()
  await expect.poll(async () => (await inkAndPaper(page)).paper).toBeLessThan(0.3)
})

test('a student prints the review and the home in black on white', { tag: slowTests }, async ({
  page,
  school,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await school.enter(page, 'student')
  await expect(heading(page, 'Home').or(page.getByRole('heading', { level: 1 }))).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await expectOnPaper(page)
})

import { roles } from '#contract/roles.ts'
import { expect, test } from '../kit/school.ts'
import { listScreens, openScreen, type Screen } from '../kit/screens.ts'
import { slowTests } from '../kit/tags.ts'

const inFull = 'Demo school: its people are made up, and its logins are public.'
const looked = ['student-login', 'set-password', 'not-found']

test('a demo says so at its logins, behind a link and in every area, without covering anything on a small phone', {
  tag: slowTests,
}, async ({ page, school }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const screens = await listScreens(school)
  const isFirst = ({ as }: Screen, at: number) => screens.findIndex((one) => one.as === as) === at
  for (const screen of screens.filter((one, at) => looked.includes(one.name) || isFirst(one, at))) {
    if (screen.as) await school.enter(page, screen.as)
    await openScreen(page, screen)
    const notice = page.getByText(inFull)
    await expect(notice, screen.name).toBeVisible()
    const box = (await notice.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    // A click in its centre meets the notice, and nothing lies beneath it.
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const beneath = await page.evaluate(
      ([x = 0, y = 0]) =>
        document.elementsFromPoint(x, y).filter((one) => one.matches('a, button, input, h1'))
          .length,
      [x, y],
    )
    expect({ name: screen.name, beneath }).toEqual({ name: screen.name, beneath: 0 })
    expect(box.x + box.width).toBeLessThanOrEqual(360)
  }
  expect(new Set(screens.map(({ as }) => as)).size).toBe(roles.length + 1)
})

import { roles } from '#contract/roles.ts'
import { sidewaysOverflow } from './looks.ts'
import { expect, test } from './school.ts'
import { everyScreen, openScreen } from './screens.ts'

for (const area of ['anyone', ...roles] as const) {
  test(`every screen of ${area} fits the width of a small phone`, async ({ page, school }) => {
    const as = area === 'anyone' ? null : area
    const screens = (await everyScreen(school)).filter((screen) => screen.as === as)
    expect(screens.length).toBeGreaterThan(0)
    if (as) await school.enter(page, as)
    for (const screen of screens) {
      await openScreen(page, screen)
      expect.soft(await sidewaysOverflow(page), `${screen.name} scrolls sideways`).toBe(0)
    }
  })
}

import { roles } from '#contract/roles.ts'
import { judgeLooks } from './looks.ts'
import { expect, test } from './school.ts'
import { everyScreen, openScreen } from './screens.ts'

for (const area of ['anyone', ...roles] as const) {
  test(`every screen of ${area} is without fault for axe and fits its width, in light and dark`, async ({
    page,
    school,
  }, { project }) => {
    // An admin has fifteen of them, each looked at twice.
    test.slow()
    const as = area === 'anyone' ? null : area
    const screens = (await everyScreen(school)).filter((screen) => screen.as === as)
    expect(screens.length).toBeGreaterThan(0)
    if (as) await school.enter(page, as)
    for (const screen of screens) {
      await openScreen(page, screen)
      await judgeLooks(page, `${project.name}-${screen.name}`)
    }
  })
}

import { roles } from '#contract/roles.ts'
import { findTextProblems, widths } from '../checks/text-fits.ts'
import { listScreens } from '../kit/screens.ts'
import { expectHeading, expectHidden, openSignedIn } from './actions.ts'
import { initialWindow, runIn } from './browser.ts'
import { expect, getScreenshotPath, test } from './fixtures.ts'
import { byText } from './queries.ts'

for (const area of [null, ...roles]) {
  test(`every screen of ${area ?? 'anyone'} opens without error and shows its text in full`, async ({
    other,
    school,
    engine,
    engineName,
  }) => {
    const screens = (await listScreens(school)).filter(({ as }) => as === area)
    expect(screens.length).toBeGreaterThan(0)
    if (area) await openSignedIn(other, school, area)
    for (const { name, path, heading } of screens) {
      await other.open(path)
      await expectHeading(other, heading)
      await expect.poll(() => runIn(other, countBusy), name).toBe(0)
      await expectHidden(other, byText('This could not be loaded'))
      for (const width of new Set(widths.map((one) => Math.max(one, engine.narrowest)))) {
        await other.resize(width, initialWindow.height)
        const said = `${name}, ${width} px wide`
        await expect.soft.poll(() => runIn(other, findTextProblems), said).toEqual([])
      }
      await other.resize(initialWindow.width, initialWindow.height)
      await other.takePicture(getScreenshotPath(`${engineName}-${name}`))
    }
  })
}

/** Runs in the page: counts visible loading indicators. Unopened tabs load nothing. */
function countBusy(): number {
  const busy = [...document.querySelectorAll('[aria-busy=true]')]
  return busy.filter((one) => one.checkVisibility({ visibilityProperty: true })).length
}

import { checkAppearance, checkOnPhone } from '../checks/appearance.ts'
import { checkTextFits } from '../checks/text-fits.ts'
import { test } from '../kit/school.ts'
import { openArea, openScreen, screenGroups } from '../kit/screens.ts'

// Each screen is checked twice, also on busy machines.
const msOfAScreen = 30_000

for (const walk of screenGroups) {
  test(
    `${walk.which} passes axe and shows its text in full, for mouse and touch`,
    {
      tag: walk.tags,
    },
    async ({ page, school }, { project }) => {
      const screens = await openArea(page, school, walk)
      test.setTimeout((1 + screens.length) * msOfAScreen)
      for (const screen of screens) {
        await openScreen(page, screen)
        await checkAppearance(page, `${project.name}-${screen.name}`)
        await checkTextFits(page, screen.name)
        await checkOnPhone(page, screen.name)
      }
    },
  )
}

import { roles } from '#contract/roles.ts'
import { expect, test } from './school.ts'
import { everyScreen } from './screens.ts'
import { loginHeading } from './shell.ts'
import { onceAs } from './tags.ts'

for (const role of roles) {
  test(
    `without a session the ${role} login stands at the address of every ${role} screen`,
    onceAs('admin', role),
    async ({ page, school }) => {
      const screens = (await everyScreen(school)).filter((screen) => screen.as === role)
      expect(screens.length).toBeGreaterThan(4)
      for (const { path } of screens) {
        await page.goto(path)
        await expect(loginHeading(page, role)).toBeVisible()
        await expect(page).toHaveURL(path)
        await expect(page.getByRole('banner')).toHaveCount(0)
      }
    },
  )
}

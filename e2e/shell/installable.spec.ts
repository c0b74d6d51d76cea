import { barColour, basePath, type Role, roles } from '#contract/roles.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { heading } from '../steps/shell.ts'

const homes: Record<Role, string> = { ...basePath, student: '/' }

for (const role of roles) {
  test(`the page can be installed as ${role} and then opens at their home`, {
    tag: slowTests,
  }, async ({ page, school, request }) => {
    await school.enter(page, role, homes[role])
    await expect(heading(page, 'Home')).toBeVisible()
    const manifest = page.locator('link[rel=manifest]')
    await expect(manifest).toHaveAttribute('href', `${basePath[role]}/app.webmanifest`)
    for (const meta of await page.locator('meta[name=theme-color]').all()) {
      await expect(meta).toHaveAttribute('content', barColour[role])
    }

    const devtools = await page.context().newCDPSession(page)
    const { errors, data } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const { start_url, icons } = JSON.parse(String(data))
    expect(start_url).toBe(homes[role])
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    // A test's window is private and stores nothing.
    const faults = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
    expect(faults).toEqual([])

    const apple = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
    for (const src of [apple, ...icons.map((icon: { src: string }) => icon.src)]) {
      const picture = await request.get(src)
      expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])
    }
  })
}

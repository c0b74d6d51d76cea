import { writeFile } from 'node:fs/promises'
import { listDomains } from '#contract/domains/domains.ts'
import { checkAppearance } from '../checks/appearance.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { rows } from '../steps/lists.ts'

/** Sixty people as a secretary's list has them: three with problems. */
function makeMessyList(domain: string): string {
  const people = Array.from({ length: 60 }, (_, place) => {
    const email = place === 7 ? 'no-address' : `Student.${place}@Import.test`
    return `"Nº ${place}, Student" ; ${email};${place % 2 ? domain.toUpperCase() : ''};${place === 20 ? 'soon' : ''}`
  })
  people[40] = people[41] ?? ''
  return `\uFEFFFull name;E-MAIL;Course;Week\r\n\r\n${people.join('\r\n')}\r\n`
}

test(
  'an admin imports a messy list of sixty, and takes it back',
  { tag: slowTests },
  async ({ page, school }, info) => {
    const [domain] = await school.call(listDomains, { token: await school.tokenOf('admin') })
    const path = info.outputPath('list.csv')
    await writeFile(path, makeMessyList(domain?.name ?? ''))
    await school.enter(page, 'admin', '/admin/student-list')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Import from a list' }).click()
    await expect(page.getByRole('heading', { name: 'Import from a list' })).toBeFocused()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file…' }).press('Enter')
    await (await chooser).setFiles(path)
    await expect(page.getByRole('heading', { name: '57 of 60 lines can be added' })).toBeVisible()
    await page.getByLabel('Only lines with problems').check()
    await expect(rows(page, 'Lines of the list')).toHaveCount(3)
    await expect(rows(page, 'Lines of the list').nth(0)).toContainText('Invalid email.')
    await checkAppearance(page, 'import-people-checked')
    await page.reload()
    await page.getByRole('button', { name: 'Add the 57 valid ones' }).click()
    const toast = page
      .getByRole('alert')
      .filter({ hasText: '57 students added. Share their links with them.' })
    await expect(toast).toBeVisible()
    await expect(page.getByRole('heading', { name: '3 lines were left out' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Import from a list' })).toBeFocused()
    await expect(rows(page, 'Invitation links').first()).toContainText('/set-password/')
    await checkAppearance(page, 'import-people-links')
    await page.reload()
    await page.getByRole('button', { name: 'Undo import of 57 students' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '57 people removed.' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Imports' })).toBeHidden()
  },
)

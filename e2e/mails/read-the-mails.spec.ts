import { listMails } from '#contract/mails.ts'
import { expect, test } from '../kit/school.ts'
import { atDesk, slowTests } from '../kit/tags.ts'
import { rows } from '../steps/lists.ts'

test('a refused email shows recipient, subject, time and error at every width', {
  tag: [atDesk, slowTests],
}, async ({ page, school }) => {
  const token = await school.enter(page, 'admin', '/admin/mails?state=failed')
  const [mail] = await school.call(listMails, { token, query: { state: 'failed' } })
  const said = [mail?.person?.name, mail?.to, mail?.subject, mail?.answer, 'Not delivered']
  for (const width of [390, 640, 700, 820, 1024, 1200, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const row = rows(page, 'Emails').first()
    for (const text of said) await expect(row.getByText(text ?? '').first()).toBeVisible()
    await expect(row.locator('time')).toBeVisible()
    // Cut text can be focused to read it.
    await expect(row.locator('[tabindex="0"]'), `${width} px`).toHaveCount(0)
  }
})

import { listMails } from '#contract/mails.ts'
import { expect, test } from '../kit/school.ts'
import { atDesk } from '../kit/tags.ts'
import { rows } from '../steps/lists.ts'

test('a refused mail is read as a whole at each width: to whom, what, when, and what went wrong', {
  tag: atDesk,
}, async ({ page, school }) => {
  const token = await school.enter(page, 'admin', '/admin/mails?state=failed')
  const [mail] = await school.call(listMails, { token, query: { state: 'failed' } })
  const said = [mail?.person?.name, mail?.to, mail?.subject, mail?.answer, 'Not delivered']
  for (const width of [390, 640, 700, 820, 1024, 1200, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const row = rows(page, 'Mails').first()
    for (const text of said) await expect(row.getByText(text ?? '').first()).toBeVisible()
    await expect(row.locator('time')).toBeVisible()
    // What is cut can be come to, to be read.
    await expect(row.locator('[tabindex="0"]'), `${width} px`).toHaveCount(0)
  }
})

import { addPerson as addByCall } from '#contract/accounts/accounts.ts'
import { addDomain } from '#contract/domains/domains.ts'
import { listMails, type MailState } from '#contract/mails.ts'
import { checkAppearance } from '../checks/appearance.ts'
import { expect, type School, storeSession } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { test } from '../kit/with-mail-server.ts'
import { answer, choose, toast } from '../steps/actions.ts'
import { openFilters, rows } from '../steps/lists.ts'
import { firstAdmin, signIn } from '../steps/onboarding.ts'
import { goTo, heading } from '../steps/shell.ts'

const noSuchUser = { code: 550, text: '5.1.1 No such user here' }

/** Adds a person and waits until their mail reaches a state. */
async function invite(school: School, token: string, email: string, state: MailState) {
  const name = email.split('@')[0] ?? ''
  await school.call(addByCall.student, { token, body: { name, email } })
  const query = { state, search: email }
  await expect.poll(() => school.call(listMails, { token, query })).toHaveLength(1)
}

test(
  'an admin learns at home that an email was refused, sees why, and sends it again',
  { tag: slowTests },
  async ({ page, school, mailServer }, { project }) => {
    const token = await school.tokenOf('admin', firstAdmin)
    await school.call(addDomain, { token, body: { name: 'Robotics' } })
    await invite(school, token, 'ana@school.test', 'sent')
    mailServer.trouble.recipient = noSuchUser
    await invite(school, token, 'bo@school.test', 'failed')

    // Not by the login, which would send a mail about a new browser.
    await storeSession(page, school.url, 'admin', token)
    await page.goto(`${school.url}/admin`)
    const failed = page.getByRole('region', { name: '1 email was not delivered' })
    await expect(failed).toBeVisible()
    await checkAppearance(page, `${project.name}-admin-home-with-a-refused-mail`)
    await failed.getByRole('link', { name: '1 email was not delivered' }).click()
    await expect(heading(page, 'Emails')).toBeFocused()
    await expect(rows(page, 'Emails')).toHaveCount(1)
    await expect(rows(page, 'Emails')).toContainText('550 5.1.1 No such user here')
    await expect(rows(page, 'Emails')).toContainText('Not delivered')
    await expect(rows(page, 'Emails').getByTitle('Tried once')).toBeVisible()
    await page.reload()
    await openFilters(page)
    await choose(page.getByRole('search'), 'State', 'All emails')
    await expect(rows(page, 'Emails')).toHaveCount(2)
    await checkAppearance(page, `${project.name}-mails`)

    await goTo(page, 'Student')
    const bo = rows(page, 'students').filter({ hasText: 'bo@school.test' })
    await expect(bo.getByTitle('550 5.1.1 No such user here')).toBeVisible()
    await checkAppearance(page, `${project.name}-students-with-a-refused-mail`)
    await bo.getByRole('link', { name: 'Email not delivered' }).click()
    await expect(rows(page, 'Emails')).toHaveCount(1)

    mailServer.trouble.recipient = undefined
    await page.getByRole('button', { name: 'Send Mail to bo@school.test' }).focus()
    await page.keyboard.press('Enter')
    await answer(
      page,
      'Send “Your invitation to Weekward” to bo@school.test again, with a new link? The link in the older email stops working.',
      'Yes, send email',
    )
    await expect(toast(page, 'The email is on its way.')).toBeVisible()
    await expect(rows(page, 'Emails')).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Send Mail to bo@school.test' })).toBeFocused()
    // Without a reload: the list refetches while a mail waits.
    await expect(rows(page, 'Emails').first()).toContainText('Sent')
    await expect(rows(page, 'Emails').last()).toContainText('No longer needed')
    expect(mailServer.mails.map(({ to }) => to)).toEqual([['ana@school.test'], ['bo@school.test']])
  },
)

test('a test email shows the mail server’s response', { tag: slowTests }, async ({
  page,
  mailServer,
}) => {
  await signIn(page, 'admin', firstAdmin)
  await goTo(page, 'Emails')
  await expect(
    page.getByText('No emails yet. The first one goes to the next person you add.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Send a test email' }).click()
  await expect(page.getByLabel('Send a test email to')).toBeFocused()
  await page.getByLabel('Send a test email to').fill('nobody')
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await send.click()
  await expect(page.getByText('Invalid email')).toBeVisible()
  await page.getByLabel('Send a test email to').fill('')
  await send.click()
  await expect(page.getByText(`The email to ${firstAdmin.email} is on its way.`)).toContainText(
    '250 ',
  )
  expect(mailServer.mails).toMatchObject([{ to: [firstAdmin.email] }])

  mailServer.trouble.recipient = noSuchUser
  await page.getByLabel('Send a test email to').fill('gone@school.test')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('The mail server rejected the email to gone@school.test:'),
  ).toBeVisible()
  await expect(rows(page, 'Emails')).toHaveCount(2)
  await expect(page.getByLabel('Send a test email to')).toBeFocused()
})

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startMailServer } from '#test/mail-server.ts'
import { domain, people } from './a-week.ts'
import { toast } from './answers.ts'
import { addPerson, completeProfile, emptySchool, firstAdmin, signIn } from './onboarding.ts'
import { test as base, expect } from './school.ts'
import { goTo } from './shell.ts'

const test = base.extend<{ mailServer: Awaited<ReturnType<typeof startMailServer>> }>({
  // Playwright finds out what a fixture needs from the names in this pattern.
  // biome-ignore lint/correctness/noEmptyPattern: it needs nothing
  mailServer: async ({}, use) => {
    const server = await startMailServer()
    await use(server)
    await server.stop()
  },
  settings: async ({ mailServer }, use) => use({ ...emptySchool, SMTP_URL: mailServer.url }),
})

test.setTimeout(120_000)

test('an invitation goes out by the mail server of the school, and its link leads in', async ({
  page,
  school,
  mailServer,
  somebodyElse,
}) => {
  await signIn(page, 'admin', firstAdmin)
  await goTo(page, 'Add user')
  await page.getByLabel('Domain name').fill(domain)
  await page.getByRole('button', { name: 'Add domain' }).click()
  await expect(toast(page, 'Domain added successfully.')).toBeVisible()
  await addPerson(page, 'Student', people.student)
  const handed = await page.getByLabel(`Invitation link for ${people.student.name}`).inputValue()

  const received = () => mailServer.mails.find(({ to }) => to.includes(people.student.email))
  await expect.poll(received).toBeDefined()
  const mail = received()?.text ?? ''
  expect(mail).toContain('Subject: Your invitation to Weekward')
  expect(mail).toContain(`Hello ${people.student.name},`)
  const text = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  expect(text).toContain(handed)
  expect(existsSync(join(school.dataDir, 'outbox'))).toBe(false)

  const student = await somebodyElse()
  await completeProfile(student, { role: 'student', link: handed, domain })
  await signIn(student, 'student', people.student)
  await expect(student.getByRole('region', { name: 'Next Review' })).toContainText('7 days left')
})

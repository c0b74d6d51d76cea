import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { test } from '../kit/with-mail-server.ts'
import { toast } from '../steps/actions.ts'
import { acceptInvitation, addPerson, firstAdmin, signIn } from '../steps/onboarding.ts'
import { domain, people } from '../steps/schools/walk-through-week.ts'
import { goTo } from '../steps/shell.ts'

test.setTimeout(120_000)

test('an invitation is sent through the school’s mail server, and its link works', {
  tag: slowTests,
}, async ({ page, school, mailServer, somebodyElse }) => {
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
  await acceptInvitation(student, { role: 'student', link: handed, domain })
  await signIn(student, 'student', people.student)
  await expect(student.getByRole('region', { name: 'Next Review' })).toContainText('7 days left')
})

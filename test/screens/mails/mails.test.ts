import { expect, test } from 'vitest'
import { sendTestMail } from '#contract/mails.ts'
import { openScreen } from '../open-screen.tsx'
import { demoSchool } from '../school.ts'
import { cellsOf, rows } from '../see.ts'

test('when a mail was written is told as people say it, the whole date to who points at it', async () => {
  const school = await demoSchool()
  const token = await school.tokenOf('admin')
  await school.call(sendTestMail, { token, body: { to: 'new@school.test' } })
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin/mails?search=new@school' })
  const [row] = await rows('Mails', 1)
  expect(cellsOf(row)[2]).toMatch(/^Today, \d+:\d\d [AP]M$/)
  expect(row?.querySelector('time')?.title).toMatch(/^Mon 2 Mar 2026, /)
})

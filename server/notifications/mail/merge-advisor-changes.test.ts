import { expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { readMailsTo } from '#test/mail/mails.ts'
import { startAdvisedSchool } from '#test/schools/advised-school.ts'
import { mailNotifications } from './mail-notifications.ts'

async function start() {
  const of = await startAdvisedSchool()
  const mailTo = async ({ _id }: { _id: string }) => {
    of.app.time.now += 5 * minuteMs
    await mailNotifications(of.app.context)
    const { email } = await of.app.context.db
      .selectFrom('people')
      .select('email')
      .where('id', '=', _id)
      .executeTakeFirstOrThrow()
    const mails = await readMailsTo(of.app, email)
    expect(mails).toHaveLength(1)
    return mails[0]
  }
  return { ...of, mailTo }
}

test('an email about an undone handover shows only the final state, in its subject too', async () => {
  const { ada, cem, students, give, undo, mailTo } = await start()
  await give(cem._id)
  await undo()
  const mail = await mailTo(students[0] ?? ada)
  expect(mail?.subject).toBe('Ada is your advisor again')
  expect(mail?.body).not.toContain('Cem')
  const toAda = await mailTo(ada)
  expect(toAda?.body).toContain('Grace undid the handover: Lars, Mona and Nils are assigned to you')
  expect(toAda?.body).not.toContain('to Cem')
})

test('students assigned one after the other become one line and one subject', async () => {
  const { ada, ben, cem, give, mailTo } = await start()
  await give(cem._id)
  await give(cem._id, ben._id)
  const mail = await mailTo(cem)
  expect(mail?.subject).toBe('4 students assigned to you')
  expect(mail?.body).toMatch(/Grace assigned 4 students to you: Lars, Mona, Nils and 1 more\./)
  expect((await mailTo(ada))?.subject).toBe('3 students assigned to Cem')
})

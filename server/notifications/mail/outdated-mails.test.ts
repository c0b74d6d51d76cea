import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { createMailer } from '#server/kit/mail/send-due-mails.ts'
import { sendDueReminders } from '#server/reviews/reminders/send-due-reminders.ts'
import { monday } from '#test/app.ts'
import { makeMailerOptions } from '#test/mail/mails.ts'
import { readNewMails, startBookedSchoolWithMailsSent } from '#test/mail/notification-mails.ts'
import type { BookedSchool } from '#test/schools/booked.ts'

/** Each mail since, by whom it is for, and what became of it. */
async function states(of: BookedSchool) {
  const said = await readNewMails(of)
  const rows = await of.app.context.db.selectFrom('outbox').selectAll().orderBy('id').execute()
  return rows.map(({ dropped_at, attempts }, nth) => {
    const state = dropped_at === null ? 'waits' : 'dropped'
    return `${said[nth]?.split(':')[0]}: ${state} after ${attempts}`
  })
}

/** Sends due mails while the mail server does not respond. */
async function mailInVain(of: BookedSchool) {
  await readNewMails(of)
  await createMailer(of.app.context, makeMailerOptions('smtp://127.0.0.1:1')).deliver()
}

test('a delayed email is dropped if a newer one about the same review was sent', async () => {
  const of = await startBookedSchoolWithMailsSent()
  await of.cancel('advisor')
  await mailInVain(of)
  await of.undo('advisor')
  expect(await states(of)).toEqual([
    `cancelled to ${of.student.name}: dropped after 1`,
    `cancelled to ${of.reviewer.name}: dropped after 1`,
    `undone to ${of.student.name}: waits after 0`,
    `undone to ${of.reviewer.name}: waits after 0`,
  ])
})

test('a delayed email with a calendar entry still comes after a reminder of the same review', async () => {
  const of = await startBookedSchoolWithMailsSent()
  await of.move()
  await mailInVain(of)
  of.app.time.now = monday + hourMs
  await sendDueReminders(of.app.context)
  const toStudent = (await states(of)).filter((one) => one.includes(of.student.name))
  expect(toStudent).toEqual([
    `moved to ${of.student.name}: waits after 1`,
    `reminder-hour to ${of.student.name}: waits after 0`,
  ])
})

test('someone who changes a review gets no older email about its slot; others keep theirs', async () => {
  const of = await startBookedSchoolWithMailsSent()
  await of.move()
  await mailInVain(of)
  await of.ask()
  await of.withdraw()
  expect((await states(of)).filter((one) => one.includes('dropped'))).toEqual([])
  await of.cancel('reviewer', 'Ill', of.other)
  await mailInVain(of)
  await of.book()
  const held = (await states(of)).filter((one) => one.endsWith(' after 1'))
  expect(held).toEqual([
    `moved to ${of.student.name}: dropped after 1`,
    `moved to ${of.reviewer.name}: dropped after 1`,
    `moved to ${of.other.name}: dropped after 1`,
    `cancelled to ${of.student.name}: dropped after 1`,
    `cancelled to ${of.advisor.name}: dropped after 1`,
    `cancelled to ${of.other.name}: waits after 1`,
  ])
})

test('a delayed email about a request is dropped once the request is withdrawn or granted', async () => {
  const of = await startBookedSchoolWithMailsSent()
  const toAdvisor = async () => (await states(of)).filter((one) => one.includes(of.advisor.name))
  await of.ask([], 'An exam')
  of.app.time.now += 5 * minuteMs
  await mailInVain(of)
  await of.ask([], 'A journey')
  of.app.time.now += 5 * minuteMs
  await mailInVain(of)
  expect(await toAdvisor()).toEqual([
    `asked to ${of.advisor.name}: dropped after 1`,
    `asked to ${of.advisor.name}: waits after 1`,
  ])
  await of.withdraw()
  of.app.time.now += 5 * minuteMs
  expect(await toAdvisor()).toEqual([
    `asked to ${of.advisor.name}: dropped after 1`,
    `asked to ${of.advisor.name}: dropped after 1`,
  ])
})

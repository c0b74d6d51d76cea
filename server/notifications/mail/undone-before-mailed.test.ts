import { expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { goOn, mailed, mark, startMailed } from '#test/mail/notification-mails.ts'

test('a change undone before it was emailed is not emailed', async () => {
  const of = await startMailed()
  await mark(of)
  await goOn(of)
  await of.app.send('PUT', '/advisor/undo-decision', {
    token: of.advisor.token,
    body: { value: { reviewId: of.id } },
  })
  of.app.time.now += 5 * minuteMs
  const toStudent = (await mailed(of)).filter((one) => one.includes(` to ${of.student.name}`))
  expect(toStudent).toEqual([`marked to ${of.student.name}: Your week 01 review has been marked`])
})

test('an undone decision is emailed to those who were emailed the decision, and names it', async () => {
  const of = await startMailed()
  await goOn(of)
  of.app.time.now += 5 * minuteMs
  await mailed(of)
  await of.app.send('PUT', '/advisor/undo-decision', {
    token: of.advisor.token,
    body: { value: { reviewId: of.id } },
  })
  const toStudent = (await mailed(of)).filter((one) => one.includes(` to ${of.student.name}`))
  expect(toStudent).toEqual([
    `begun to ${of.student.name}: You move on to week 02`,
    `undone to ${of.student.name}: The decision on your week 01 review was undone`,
  ])
})

test('a request that was withdrawn or granted before it was emailed is neither emailed nor unread', async () => {
  const of = await startMailed()
  const { app, advisor } = of
  const toAdvisor = async () => {
    app.time.now += 5 * minuteMs
    const all = await mailed(of)
    await app.context.db.deleteFrom('outbox').execute()
    return all.filter((one) => one.includes(` to ${advisor.name}`))
  }
  const unread = async () => {
    const { body } = await app.call(listNotifications.advisor, { token: advisor.token, query: {} })
    return body.filter(({ read }) => !read).map(({ text }) => text.split(': ')[1])
  }
  await of.ask([], 'An exam')
  await of.withdraw()
  expect(await toAdvisor()).toEqual([])
  await of.ask([], 'A journey')
  await of.ask([], 'A wedding')
  expect(await unread()).toEqual(['A wedding.'])
  expect(await toAdvisor()).toEqual([
    `asked to ${advisor.name}: ${of.student.name} asked to reschedule the week 01 review`,
  ])
  await of.ask([of.ofOther], 'A bus')
  await of.move()
  expect(await unread()).toEqual([])
  expect(await toAdvisor()).toEqual([])
})

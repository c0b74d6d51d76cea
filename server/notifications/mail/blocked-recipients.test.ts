import { expect, test } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { undoBlock } from '#contract/accounts/undo-block.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { undoMinutes } from '#contract/limits/reviews.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { readNewMails, startBookedSchoolWithMailsSent } from '#test/mail/notification-mails.ts'

async function start() {
  const of = await startBookedSchoolWithMailsSent()
  const { token } = of.admin
  return {
    ...of,
    toOne: async (role: ProfileRole) =>
      (await readNewMails(of)).filter((one) => one.includes(` to ${of[role].name}:`)),
    turn: (role: ProfileRole, action: 'block' | 'unblock') =>
      of.app.call(blockUnblock[role], { token, body: { id: of[role]._id, action } }),
    undoBlockOf: (role: ProfileRole) =>
      of.app.call(undoBlock[role], { token, body: { value: { id: of[role]._id } } }),
  }
}

test('a blocked reviewer gets no email about a lost slot or its return', async () => {
  const { app, turn, undoBlockOf, toOne } = await start()
  await turn('reviewer', 'block')
  expect(await toOne('reviewer')).toEqual([])
  expect(await toOne('student')).toHaveLength(1)
  app.time.now += minuteMs
  expect((await undoBlockOf('reviewer')).status).toBe(200)
  app.time.now += undoMinutes * minuteMs
  expect(await toOne('reviewer')).toEqual([])
  expect(await toOne('student')).toEqual([
    expect.stringContaining('lost to '),
    expect.stringContaining('undone to '),
  ])
})

test('someone blocked when a booking was cancelled gets no email about undoing that', async () => {
  const { turn, toOne, cancel, undo } = await start()
  await turn('advisor', 'block')
  await cancel('reviewer', 'Ill')
  expect(await toOne('advisor')).toEqual([])
  await turn('advisor', 'unblock')
  expect((await undo('reviewer')).status).toBe(200)
  expect(await toOne('advisor')).toEqual([])
})

test('someone unblocked while a change can be undone gets its email; later they get none', async () => {
  const { app, turn, toOne } = await start()
  await turn('advisor', 'block')
  await turn('reviewer', 'block')
  for (const role of ['advisor', 'reviewer'] as const) expect(await toOne(role)).toEqual([])
  await turn('advisor', 'unblock')
  app.time.now += undoMinutes * minuteMs
  expect(await toOne('advisor')).toEqual([expect.stringContaining('lost to ')])
  expect(await toOne('reviewer')).toEqual([])
  app.time.now += undoMinutes * minuteMs
  expect(await toOne('reviewer')).toEqual([])
  await turn('reviewer', 'unblock')
  app.time.now += undoMinutes * minuteMs
  expect(await toOne('reviewer')).toEqual([])
})

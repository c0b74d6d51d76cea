import { expect, test } from 'vitest'
import { addAbsenceFor, withdrawAbsenceFor } from '#contract/availability/absences.ts'
import {
  type AvailabilityBlock,
  emptyAvailability,
  getAvailability,
  saveAvailability,
} from '#contract/availability/availability.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { noEnd } from '#contract/limits/availability.ts'
import { openSession } from '#test/accounts/session.ts'
import { startTwoReviewers, tuesdayMornings } from '#test/availability/two-reviewers.ts'
import { makePerson } from '#test/factories.ts'

const wednesdays = { ...tuesdayMornings, weekday: 3, until: '2026-06-30' }
const inSpring = { ...tuesdayMornings, weekday: 4, since: '2026-04-01' }

/** A reviewer with weekly times, who leaves on 11 March. */
async function start() {
  const { app, reviewer } = await startTwoReviewers()
  const admin = await makePerson(app, 'admin')
  const own = () => openSession(app.context, reviewer._id)
  const save = async (blocks: AvailabilityBlock[], buffer = 0) =>
    app.call(saveAvailability, {
      token: await own(),
      body: { value: { ...emptyAvailability, blocks, buffer } },
    })
  const read = async () => (await app.call(getAvailability, { token: await own() })).body.blocks
  await save([tuesdayMornings, wednesdays, inSpring])
  const days = { from: '2026-03-11', to: noEnd, reason: 'New job' }
  const value = { reviewer: reviewer._id, ...days, confirm: true }
  const { body } = await app.call(addAbsenceFor, { token: admin.token, body: { value } })
  const stay = async () =>
    app.call(withdrawAbsenceFor, {
      token: await openSession(app.context, admin._id),
      body: { value: { reviewer: reviewer._id, id: body.absence?._id ?? '', undo: false } },
    })
  return { app, save, read, stay }
}

test('saving while a departure is recorded keeps the times after it, should it be undone', async () => {
  const { save, read, stay } = await start()
  const shown = await read()
  expect(shown.map(({ until }) => until)).toEqual(['2026-03-10', '2026-03-10'])
  expect((await save(shown, 15)).status).toBe(200)
  expect(await read()).toEqual(shown)
  await stay()
  expect(await read()).toEqual([tuesdayMornings, wednesdays, inSpring])
})

test('times that were changed or removed while a departure is recorded stay so once it is undone', async () => {
  const { save, read, stay } = await start()
  const [shown] = await read()
  if (!shown) throw new Error('No times are shown')
  const mondays = { ...tuesdayMornings, weekday: 1, until: '2026-03-09' }
  const later = { ...shown, from: '09:30', to: '11:00' }
  expect((await save([mondays, later])).status).toBe(200)
  await stay()
  expect(await read()).toEqual([mondays, { ...later, until: null }, inSpring])
})

test('new times take the place of hidden ones that they overlap', async () => {
  const { save, read, stay } = await start()
  const thursdays = { ...inSpring, from: '09:30', since: '2026-03-02' }
  await save([...(await read()), thursdays])
  await stay()
  expect(await read()).toEqual([tuesdayMornings, wednesdays, thursdays])
})

test('times that end just before the departure by themselves end then, too, once it is undone', async () => {
  const { save, read, stay } = await start()
  const once = { ...tuesdayMornings, weekday: 1, since: '2026-03-09', until: '2026-03-10' }
  await save([...(await read()), once])
  await save(await read(), 15)
  await stay()
  expect(await read()).toEqual([once, tuesdayMornings, wednesdays, inSpring])
})

test('times that are added for after the departure do not overlap earlier ones once it is undone', async () => {
  const { save, read, stay } = await start()
  const [shown, ...others] = await read()
  if (!shown) throw new Error('No times are shown')
  const after = { ...tuesdayMornings, from: '09:30', since: '2026-03-17' }
  expect((await save([shown, ...others, after])).status).toBe(200)
  await stay()
  expect(await read()).toEqual([shown, after, wednesdays, inSpring])
})

test('whoever saves after their departure keeps the times, should it be undone', async () => {
  const { app, save, read, stay } = await start()
  app.time.now += 14 * dayMs
  expect(await read()).toEqual([])
  await save([], 15)
  await stay()
  expect(await read()).toEqual([tuesdayMornings, wednesdays, inSpring])
})

import { expect, test } from 'vitest'
import { removePrivateCalendar } from '#contract/availability/private-calendar.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { bookingRefusals } from '#contract/reviews/scheduling/booking.ts'
import { monday } from '#test/app.ts'
import { startWithCalendar } from '#test/private-calendar/school.ts'
import { writeEntries, writeSpan } from '#test/private-calendar/write.ts'

test('a slot in a busy time cannot be booked, and can once the calendar is removed', async () => {
  const { server, app, reviewer, later, save, read, listBusy, move, signIn } =
    await startWithCalendar()
  const bookLater = () => move({ reviewer: reviewer._id, slot: later })
  const [from, until] = [monday + 3.4 * hourMs, monday + 4 * hourMs]
  server.answering.body = writeEntries([writeSpan(from, until)])
  expect((await save()).status).toBe(200)
  await read()
  expect(await listBusy()).toEqual([
    {
      _id: new Date(from).toISOString(),
      startsAt: new Date(from).toISOString(),
      endsAt: new Date(until).toISOString(),
    },
  ])
  const { status, message } = bookingRefusals.busy
  expect(await bookLater()).toMatchObject({ status, body: { message } })
  await app.call(removePrivateCalendar, await signIn())
  expect(await listBusy()).toEqual([])
  expect((await bookLater()).status).toBe(200)
})

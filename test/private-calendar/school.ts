import { onTestFinished } from 'vitest'
import {
  getPrivateCalendar,
  listBusyTimes,
  savePrivateCalendar,
} from '#contract/availability/private-calendar.ts'
import { makeExpander } from '#server/availability/private-calendar/expander.ts'
import { createCalendarTransport } from '#server/availability/private-calendar/fetch-calendar.ts'
import { refreshDueCalendars } from '#server/availability/private-calendar/read-calendars.ts'
import type { Context } from '#server/kit/context.ts'
import { openSession } from '../accounts/session.ts'
import { startBookedSchool } from '../schools/booked.ts'
import { startCalendarServer } from './server.ts'

/** A school with a review to book, a server of a calendar, and calls for the reviewer's own. */
export async function startWithCalendar(settings: Partial<Context['settings']> = {}) {
  const server = await startCalendarServer()
  onTestFinished(server.stop)
  const booked = await startBookedSchool({ calendarTestOrigin: server.origin, ...settings })
  const { app, reviewer } = booked
  const never = new AbortController().signal

  // With a session of now, as some tests wait for days.
  const signIn = async () => ({ token: await openSession(app.context, reviewer._id) })
  const save = async (url = server.url) =>
    app.call(savePrivateCalendar, { ...(await signIn()), body: { value: { url } } })

  /** Reads what is due, like a process with this context. */
  async function read(context: Context = app.context): Promise<void> {
    const transport = createCalendarTransport(context)
    const expander = makeExpander()
    await refreshDueCalendars({ context, transport, expander }, never)
    transport.close()
    await expander.stop()
  }

  const find = async () => (await app.call(getPrivateCalendar, await signIn())).body.calendar
  const listBusy = async (from = '2026-03-01', to = '2026-04-01') =>
    (await app.call(listBusyTimes, { ...(await signIn()), query: { from, to } })).body
  return { ...booked, server, signIn, save, read, find, listBusy }
}

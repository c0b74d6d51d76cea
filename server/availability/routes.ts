import type { FastifyInstance } from 'fastify'
import {
  addAbsence,
  addAbsenceFor,
  formatAbsenceRemoved,
  formatAbsenceUndone,
  listAbsences,
  listAbsencesFor,
  withdrawAbsence,
  withdrawAbsenceFor,
} from '#contract/availability/absences.ts'
import { getAvailability, saveAvailability } from '#contract/availability/availability.ts'
import { listFreedSlotOffers } from '#contract/availability/freed-slot-offers.ts'
import {
  getPrivateCalendar,
  listBusyTimes,
  privateCalendarMessages,
  readPrivateCalendar,
  removePrivateCalendar,
  savePrivateCalendar,
} from '#contract/availability/private-calendar.ts'
import {
  bookingSettingsSavedMessage,
  getBookingSettings,
  listBookingsAffectedByReviewerBlock,
  saveBookingSettings,
} from '#contract/availability/rebooking-settings.ts'
import { serve, serveList, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as absences from './absences/absences.ts'
import { findAvailability } from './actions.ts'
import { startSlotGeneration } from './generate-slots.ts'
import * as calendars from './private-calendar/actions.ts'
import * as rebooking from './rebooking/actions.ts'
import { saveAvailability as save } from './save-availability.ts'

export function availabilityRoutes(app: FastifyInstance, context: Context): void {
  startSlotGeneration(app, context)

  serveRead(app, context, getAvailability, ({ context, session }) =>
    findAvailability(context, session.personId),
  )

  serve(app, context, saveAvailability, ({ context, session, body }) => {
    const { confirm, savedAt, ...availability } = body.value
    return save(context, session.personId, availability, { confirm, savedAt })
  })

  serveRead(app, context, getPrivateCalendar, async ({ context, session }) => ({
    calendar: await calendars.findPrivateCalendar(context, session.personId),
  }))

  serve(app, context, savePrivateCalendar, async ({ context, session, body }) => ({
    message: privateCalendarMessages.saved,
    calendar: await calendars.savePrivateCalendar(context, session.personId, body.value),
  }))

  serve(app, context, readPrivateCalendar, async ({ context, session }) => ({
    message: privateCalendarMessages.saved,
    calendar: await calendars.refreshPrivateCalendar(context, session.personId),
  }))

  serve(app, context, removePrivateCalendar, async ({ context, session }) => {
    await calendars.removePrivateCalendar(context, session.personId)
    return { message: privateCalendarMessages.removed }
  })

  serveList(app, context, listBusyTimes, ({ context, session, query }) =>
    calendars.listBusyTimes(context, session.personId, query),
  )

  serveList(app, context, listAbsences, ({ context, session, query }) =>
    absences.listAbsences(context, session.personId, query),
  )

  serveList(app, context, listAbsencesFor, ({ context, query: { reviewer, ...asked } }) =>
    absences.listAbsences(context, reviewer, asked),
  )

  serve(app, context, addAbsence, ({ context, session: { personId }, body }) => {
    const by = { role: 'reviewer', personId } as const
    return absences.addAbsence(context, by, { ...body.value, reviewer: personId })
  })

  serve(app, context, addAbsenceFor, ({ context, session: { personId }, body }) =>
    absences.addAbsence(context, { role: 'admin', personId }, body.value),
  )

  serve(app, context, withdrawAbsence, async ({ context, session: { personId }, body }) => {
    const by = { role: 'reviewer', personId } as const
    const value = { ...body.value, reviewer: personId }
    const { added } = await absences.withdrawAbsence(context, by, { ...value, undo: false })
    return { message: formatAbsenceRemoved(added), added }
  })

  serve(app, context, withdrawAbsenceFor, async ({ context, session: { personId }, body }) => {
    const by = { role: 'admin', personId } as const
    const { added, bookings } = await absences.withdrawAbsence(context, by, body.value)
    const message = body.value.undo
      ? formatAbsenceUndone(added, bookings)
      : formatAbsenceRemoved(added)
    return { message, added }
  })

  serveRead(app, context, getBookingSettings, ({ context, session }) =>
    rebooking.getBookingSettings(context, session.personId),
  )

  serve(app, context, saveBookingSettings, async ({ context, session, body }) => {
    await rebooking.saveBookingSettings(context, session.personId, body.value)
    return { message: bookingSettingsSavedMessage }
  })

  serveRead(app, context, listFreedSlotOffers, ({ context, session }) =>
    rebooking.listFreedSlotOffers(context, session.personId),
  )

  serveRead(app, context, listBookingsAffectedByReviewerBlock, ({ context, session, query }) =>
    rebooking.listReviewsAffectedByBlocking(context, session.personId, query.id),
  )
}

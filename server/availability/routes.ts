import type { FastifyInstance } from 'fastify'
import {
  absenceWithdrawn,
  addAbsence,
  listAbsences,
  listAbsencesOf,
  withdrawAbsence,
} from '#contract/availability/absences.ts'
import {
  getBookingSettings,
  listOffers,
  saveBookingSettings,
  settingsSaved,
  tellTouchedByBlock,
} from '#contract/availability/healing.ts'
import { getAvailability, saveAvailability } from '#contract/availability.ts'
import { serve, serveList, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as absences from './absences/absences.ts'
import { findAvailability } from './actions.ts'
import * as healing from './healing/healing.ts'
import { keepMakingSlots } from './make-slots.ts'
import { saveAvailability as save } from './save.ts'

export function availabilityRoutes(app: FastifyInstance, context: Context): void {
  keepMakingSlots(app, context)

  serveRead(app, context, getAvailability, ({ context, session }) =>
    findAvailability(context, session.personId),
  )

  serve(app, context, saveAvailability, ({ context, session, body }) => {
    const { confirm, savedAt, ...availability } = body.value
    return save(context, session.personId, availability, { confirm, savedAt })
  })

  serveList(app, context, listAbsences, ({ context, session, query }) =>
    absences.listAbsences(context, session.personId, query),
  )

  serveList(app, context, listAbsencesOf, ({ context, query: { reviewer, ...asked } }) =>
    absences.listAbsences(context, reviewer, asked),
  )

  serve(app, context, addAbsence, ({ context, session, body }) =>
    absences.addAbsence(context, session.personId, body.value),
  )

  serve(app, context, withdrawAbsence, async ({ context, session, body }) => {
    const added = await absences.withdrawAbsence(context, session.personId, body.value.id)
    return { message: absenceWithdrawn(added), added }
  })

  serveRead(app, context, getBookingSettings, ({ context, session }) =>
    healing.getBookingSettings(context, session.personId),
  )

  serve(app, context, saveBookingSettings, async ({ context, session, body }) => {
    await healing.saveBookingSettings(context, session.personId, body.value)
    return { message: settingsSaved }
  })

  serveRead(app, context, listOffers, ({ context, session }) =>
    healing.listOffers(context, session.personId),
  )

  serveRead(app, context, tellTouchedByBlock, async ({ context, session, query }) => ({
    touches: await healing.tellTouchedByBlock(context, session.personId, query.id),
  }))
}

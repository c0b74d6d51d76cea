import type { FastifyInstance } from 'fastify'
import { secondMs } from '#contract/kit/time/durations.ts'
import type { Context } from '#server/kit/context.ts'
import { startInterval } from '#server/kit/interval.ts'
import { makeExpander } from './expander.ts'
import { createCalendarTransport } from './fetch-calendar.ts'
import { refreshDueCalendars } from './read-calendars.ts'

/** Reads due calendars every second while the server runs. Call it before the app listens. */
export function startCalendarLoop(app: FastifyInstance, context: Context): void {
  const transport = createCalendarTransport(context)
  const expander = makeExpander()
  startInterval(app, secondMs, (stopped) =>
    refreshDueCalendars({ context, transport, expander }, stopped),
  )
  app.addHook('preClose', async () => {
    transport.close()
    await expander.stop()
  })
}

import { emptyAvailability } from '#contract/availability/availability.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { calendarUrl } from '#test/private-calendar/insert.ts'
import {
  type KnownCall,
  makeAbsence,
  makeCalendar,
  reachesEveryone,
  reachesNothing,
  reachesOwn,
} from '../describe-call.ts'
import type { RelatedPeople } from '../related-people.ts'

const range = ({ now }: RelatedPeople) => ({
  date: getDateInZone(now + 2 * dayMs, 'UTC'),
  timeStart: '09:00',
  timeEnd: '10:00',
  reviewTime: 20,
})

const toDate = (instant: number) => getDateInZone(instant, 'America/New_York')

const everyMonday = (now: number) => ({
  weekday: 1,
  from: '09:00',
  to: '10:00',
  reviewTime: 20,
  everyWeeks: 1,
  since: toDate(now),
  until: null,
})

const away = ({ now }: RelatedPeople) => ({ from: toDate(now), to: toDate(now), reason: 'Ill' })

/** Slots, availability and absences. */
export const slotCalls: [string, KnownCall][] = [
  [
    'GET /advisor/slots/:id',
    reachesEveryone(({ people }) => ({ params: { id: people.reviewer } })),
  ],
  ['GET /advisor/reviewer-list', reachesEveryone()],
  [
    'POST /reviewer/add-slot',
    { input: (of) => ({ body: { values: range(of) } }), reaches: 'nothing' },
  ],
  [
    'PUT /reviewer/remove-slots',
    reachesOwn(({ freeSlot }) => ({ body: { value: { slots: [freeSlot] } } })),
  ],
  [
    'PUT /reviewer/clone-week',
    {
      input: ({ now }) => {
        const [from, to] = [now, now + 7 * dayMs].map((at) => getDateInZone(at, 'UTC'))
        return { body: { value: { from, to: [to] } } }
      },
      reaches: 'nothing',
    },
  ],
  ['GET /reviewer/availability', reachesNothing],
  [
    'PUT /reviewer/availability',
    {
      input: ({ now }) => ({
        body: { value: { ...emptyAvailability, blocks: [everyMonday(now)], notice: 30 } },
      }),
      reaches: 'nothing',
    },
  ],
  ['GET /reviewer/absences', reachesNothing],
  [
    'PUT /reviewer/absence',
    { input: (of) => ({ body: { value: { ...away(of), confirm: true } } }), reaches: 'nothing' },
  ],
  [
    'PUT /reviewer/withdraw-absence',
    {
      before: makeAbsence,
      ...reachesOwn(({ domain }) => ({ body: { value: { id: `absence-${domain}` } } })),
    },
  ],
  ['GET /reviewer/private-calendar', { ...reachesNothing, before: makeCalendar }],
  [
    'POST /reviewer/private-calendar',
    { ...reachesNothing, input: () => ({ body: { value: { url: calendarUrl } } }) },
  ],
  ['PUT /reviewer/read-private-calendar', { ...reachesNothing, before: makeCalendar }],
  ['PUT /reviewer/remove-private-calendar', { ...reachesNothing, before: makeCalendar }],
  ['GET /reviewer/busy-times', reachesNothing],
  ['GET /reviewer/slot-list', reachesNothing],
  ['GET /reviewer/own-slots', reachesNothing],
  [
    'GET /reviewer/hours',
    { ...reachesNothing, input: () => ({ query: { from: '2026-03-01', to: '2026-03-07' } }) },
  ],
]

import { z } from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { refusal } from './kit/refusal.ts'
import { calendarDateSchema } from './kit/time/calendar-date-schema.ts'
import { undoMinutes } from './limits/reviews.ts'
import { editPersonRefusals } from './people/edit-person.ts'
import { peopleRefusals } from './people.ts'
import { studentRefusals } from './reviews/scheduling/booking.ts'
import { Reason } from './reviews/scheduling/cancellation.ts'

export const pausedMessage = 'Course paused'
export const resumedMessage = 'Course resumed'
export const pauseUndoneMessage = 'Pause undone'
export const slotNotRestoredMessage = 'The slot is no longer free, so book another one.'

export const enrolmentRefusals = {
  notVerified: editPersonRefusals.notVerified,
  alreadyPaused: refusal(409, 'This student’s course is already paused'),
  notPaused: refusal(409, 'This student’s course is not paused'),
  pauseOver: refusal(409, `A pause can be undone for ${undoMinutes} minutes`),
  notAhead: refusal(400, 'Please choose a day after today'),
}

const id = z.string().max(100)

const Until = z.string().refine((date) => calendarDateSchema.safeParse(date).success, {
  error: enrolmentRefusals.notAhead.message,
})

/** A pause: why, and until which day, in the school's zone, if that is known. */
export const Pause = z.object({ reason: Reason, until: Until.nullable().optional() })
export type Pause = z.output<typeof Pause>

const reply = z.object({ message: z.string() })

export const pauseStudent = endpoint({
  role: 'admin',
  may: 'manage people',
  method: 'PUT',
  path: '/pause-student',
  summary:
    'Pauses a student’s course: the booked slot is freed, and nothing is planned, booked or reminded of until it is resumed, by hand or on the day `until`',
  body: z.object({ value: Pause.extend({ id }) }),
  reply,
  refuses: [
    ...[peopleRefusals.unknownStudent, enrolmentRefusals.notVerified],
    ...[enrolmentRefusals.alreadyPaused, studentRefusals.finished, enrolmentRefusals.notAhead],
  ],
})

export const resumeStudent = endpoint({
  role: 'admin',
  may: 'manage people',
  method: 'PUT',
  path: '/resume-student',
  summary: `Resumes a student’s course: the open review is due in seven days. With \`undo\`, takes back a pause of the last ${undoMinutes} minutes: the review is due as before, and gets its slot back if that is still free`,
  body: z.object({ value: z.object({ id, undo: z.boolean().default(false) }) }),
  reply,
  refuses: [
    ...[peopleRefusals.unknownStudent, studentRefusals.finished],
    ...[enrolmentRefusals.notPaused, enrolmentRefusals.pauseOver],
  ],
})

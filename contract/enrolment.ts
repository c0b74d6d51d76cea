import { z } from 'zod'
import { defineEndpoint } from './kit/endpoint.ts'
import { courseOutcomes } from './kit/kinds/course-outcome.ts'
import { defineRefusal } from './kit/refusal.ts'
import { Reason } from './kit/text/reason.ts'
import { calendarDateSchema } from './kit/time/calendar-date-schema.ts'
import { undoMinutes } from './limits/reviews.ts'
import { editPersonRefusals } from './people/edit-person.ts'
import { peopleRefusals } from './people/people.ts'
import { studentRefusals } from './reviews/scheduling/booking.ts'
import { abilities, mapRoles } from './roles.ts'

export const pausedMessage = 'Course paused'
export const resumedMessage = 'Course resumed'
export const pauseUndoneMessage = 'Pause undone'
export const finishedMessage = 'Course finished'
export const reopenedMessage = 'Course reopened'
export const finishUndoneMessage = 'The course continues'
export const slotNotRestoredMessage = 'The slot is no longer free, so book another one.'

export const enrolmentRefusals = {
  notVerified: editPersonRefusals.notVerified,
  alreadyPaused: defineRefusal(409, 'This student’s course is already paused'),
  notPaused: defineRefusal(409, 'This student’s course is not paused'),
  pauseOver: defineRefusal(409, `A pause can be undone for ${undoMinutes} minutes`),
  notFinished: defineRefusal(409, 'This student has not finished the course'),
  finishOver: defineRefusal(409, `The end of a course can be undone for ${undoMinutes} minutes`),
  notAhead: defineRefusal(400, 'Please choose a day after today'),
}

const id = z.string().max(100)

const Until = z.string().refine((date) => calendarDateSchema.safeParse(date).success, {
  error: enrolmentRefusals.notAhead.message,
})

/** A pause: why, and until which day, in the school's zone, if that is known. */
export const Pause = z.object({ reason: Reason, until: Until.nullable().optional() })
export type Pause = z.output<typeof Pause>

const reply = z.object({ message: z.string() })

export const pauseStudent = defineEndpoint({
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

export const resumeStudent = defineEndpoint({
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

/** How a course ends, and why if that is to be said. */
export const Finish = z.object({ outcome: z.enum(courseOutcomes), reason: Reason.optional() })
export type Finish = z.output<typeof Finish>

/** Advisors finish the course of their own students, and undo that. */
export const finishStudent = mapRoles(abilities['decide weeks'], (role) =>
  defineEndpoint({
    role,
    may: 'decide weeks',
    method: 'PUT',
    path: '/finish-student',
    summary:
      'Ends a student’s course: the open review is closed and its slot freed. The student can sign in and read, but changes nothing except the account',
    body: z.object({ value: Finish.extend({ id }) }),
    reply,
    refuses: [
      ...[peopleRefusals.unknownStudent, enrolmentRefusals.notVerified, studentRefusals.finished],
    ],
  }),
)

const undoing = `undoes the end of the course within ${undoMinutes} minutes: the review opens again with its due date, and with its slot if that is still free`
const reopenRefusals = [
  ...[peopleRefusals.unknownStudent, enrolmentRefusals.notVerified],
  ...[enrolmentRefusals.notFinished, enrolmentRefusals.finishOver],
]

export const reopenStudent = {
  admin: defineEndpoint({
    role: 'admin',
    may: 'manage people',
    method: 'PUT',
    path: '/reopen-student',
    summary: `Lets a student who has finished take part again, with an open review of their week due in seven days. With \`undo\`, ${undoing}`,
    body: z.object({ value: z.object({ id, undo: z.boolean().default(false) }) }),
    reply,
    refuses: reopenRefusals,
  }),
  advisor: defineEndpoint({
    role: 'advisor',
    may: 'decide weeks',
    method: 'PUT',
    path: '/reopen-student',
    summary: `For one of the advisor’s students, ${undoing}`,
    body: z.object({ value: z.object({ id, undo: z.literal(true) }) }),
    reply,
    refuses: reopenRefusals,
  }),
}

import { addDays, getDateInZone, getInstantAt } from '#contract/kit/time/zone.ts'
import { makeNameSource } from './people/name-source.ts'
import { demoNames, type PasswordHashes } from './people/people.ts'
import { makeFailedMails, makeLastSignIns } from './people/sign-ins-and-mails.ts'
import { makeStaff } from './people/staff.ts'
import { makeStudents, type WeekRange } from './people/students.ts'
import { seededRandom } from './random.ts'
import type { SchoolRows } from './rows.ts'
import { makeCallEvents } from './weeks/attendance.ts'
import { makeCourses } from './weeks/domains-and-tasks.ts'
import { getMaxPastReviews } from './weeks/journey.ts'
import { makeScheduleChanges } from './weeks/schedule-changes.ts'
import { makeSlotAllocator } from './weeks/slot-allocator.ts'

export type SchoolOptions = {
  /** The same seed, time and time zone generate the same school, except for stored secrets. */
  seed: number
  students: number
  /** The students' current weeks, spread evenly. */
  weeks: WeekRange
}

export type SeedEnvironment = { now: number; timeZone: string; passwordHashes: PasswordHashes }

/** Days for staff to join before the students with the most reviews. */
const daysBefore = 21

/** Generates a whole school as of `now`, with its past. */
export function generateSchool(options: SchoolOptions, here: SeedEnvironment): SchoolRows {
  const { now, timeZone, passwordHashes } = here
  const random = seededRandom(options.seed)
  const today = getDateInZone(now, timeZone)
  const names = Object.values(demoNames).map(({ name }) => name)
  const people = { random, today, nextName: makeNameSource(random, names), passwordHashes }

  const founded = addDays(today, -(daysBefore + 7 * getMaxPastReviews(options.weeks.to)))
  const since = getInstantAt(founded, '09:00', timeZone)
  const courses = makeCourses(random, since)
  const staff = makeStaff(people, { courses, students: options.students, since })
  const slots = makeSlotAllocator(random, {
    reviewers: staff.reviewers.map(({ id }) => ({
      id,
      domainIds: staff.reviewerDomains
        .filter(({ reviewer_id }) => reviewer_id === id)
        .map(({ domain_id }) => domain_id),
    })),
    now,
    timeZone,
  })
  const calendar = { random, now, today, timeZone, slots }
  const students = makeStudents(
    { people, calendar, courses, ...staff, now },
    options.students,
    options.weeks,
  )
  const everybody = [staff.admin, ...staff.advisors, ...staff.reviewers, ...students.people]
  const base = { people: everybody, reviewer_domains: staff.reviewerDomains }
  const scheduleChanges = makeScheduleChanges(seededRandom(options.seed + 4), {
    ...base,
    slots: slots.rows,
    reviews: students.reviews,
    now,
    timeZone,
  })
  return {
    ...base,
    ...scheduleChanges,
    domains: courses.map(({ domain }) => domain),
    tasks: courses.flatMap(({ tasks }) => tasks),
    invitations: students.invitations,
    slots: slots.rows,
    reviews: students.reviews,
    // Separate random sources, so that the rest of the school stays the same.
    known_networks: makeLastSignIns(seededRandom(options.seed + 2), everybody, now),
    outbox: makeFailedMails(seededRandom(options.seed + 3), everybody, now),
    call_events: makeCallEvents(seededRandom(options.seed + 1), {
      reviews: students.reviews,
      slots: slots.rows,
      now,
    }),
  }
}

import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { addDays, getInstantAt } from '#contract/kit/time/zone.ts'
import { invitationDays } from '#contract/limits/accounts.ts'
import { firstWeek } from '#contract/limits/limits.ts'
import type { Tables } from '#server/database/tables.ts'
import { hashSecret, newSecret } from '#server/kit/id.ts'
import { getCyclic, randomInteger, shuffle } from '../random.ts'
import type { PersonRow, ReviewRow, SlotRow } from '../rows.ts'
import type { Course } from '../weeks/domains-and-tasks.ts'
import { type Journey, makeDemoJourney, makeJourney, type ReviewState } from '../weeks/journey.ts'
import { type DateSource, makeReviews, pickReviewDates, pickWorkingTime } from '../weeks/reviews.ts'
import { makePerson, type PeopleSource } from './people.ts'

/** The states of an advisor's students in turn, so that every advisor has some of each. */
const standings: (ReviewState | 'invited')[] = [
  'scheduled',
  'to book',
  'to decide',
  'scheduled',
  'overdue',
  'scheduled',
  'to book',
  'scheduled',
  'to decide',
  'scheduled',
  'invited',
  'to book',
  'scheduled',
  'to decide',
  'scheduled',
]
/** One student in this many is blocked. */
const studentsPerBlocked = 30
const demoSlotTime = '10:00'

export type WeekRange = { from: number; to: number }

type School = {
  people: PeopleSource
  calendar: DateSource
  courses: Course[]
  advisors: PersonRow[]
  reviewers: PersonRow[]
  now: number
}

export type Students = {
  people: PersonRow[]
  invitations: Tables['invitations'][]
  reviews: ReviewRow[]
}

/** Makes students in evenly spread courses and weeks; the first is the demo student. */
export function makeStudents(school: School, count: number, weeks: WeekRange): Students {
  const { random } = school.people
  const places = Array.from({ length: count }, (_, place) => place)
  const courses = shuffle(random, places)
  const span = weeks.to - weeks.from + 1
  const presentWeeks = shuffle(random, places).map((place) => weeks.from + (place % span))
  const students: Students = { people: [], invitations: [], reviews: [] }

  // First, so that nobody else gets the slot meant for the demo student's review.
  addDemoStudent(school, students)
  school.calendar.slots.publish()
  for (const place of places.slice(1)) {
    const standing = getCyclic(standings, Math.floor(place / school.advisors.length))
    if (standing === 'invited') {
      addInvited(school, students)
      continue
    }
    const isBlocked = place % studentsPerBlocked === 17
    const journey = makeJourney(random, {
      course: getCyclic(school.courses, getCyclic(courses, place)),
      week: presentWeeks[place] ?? firstWeek,
      present: isBlocked ? 'overdue' : standing,
    })
    addStudent(school, students, { place, journey, isBlocked })
  }
  return students
}

/**
 * Adds the demo student: their review is tomorrow morning with the demo reviewer, and the demo
 * advisor is theirs.
 */
function addDemoStudent(school: School, students: Students): void {
  const { today, timeZone, slots } = school.calendar
  const tomorrow = getInstantAt(addDays(today, 1), demoSlotTime, timeZone)
  const slot = slots.bookAt(getCyclic(school.reviewers, 0).id, tomorrow)
  addStudent(school, students, {
    place: 0,
    journey: makeDemoJourney(getCyclic(school.courses, 0)),
    isBlocked: false,
    slot,
  })
}

function addStudent(
  { people, calendar, advisors, now }: School,
  students: Students,
  options: { place: number; journey: Journey; isBlocked: boolean; slot?: SlotRow },
): void {
  const { random } = people
  const { place, journey, isBlocked } = options
  const { firstDay, heldOn } = pickReviewDates(calendar, journey)
  const verifiedAt = pickWorkingTime(calendar, firstDay)
  const student = makePerson(people, {
    role: 'student',
    isDemo: place === 0,
    createdAt: verifiedAt - randomInteger(random, 1, 70) * hourMs,
    verifiedAt,
    blockedAt: isBlocked ? now - randomInteger(random, 10, 2000) * minuteMs : null,
    domainId: journey.course.domain.id,
    week: journey.week,
  })
  const advisorId = getCyclic(advisors, place).id
  students.people.push(student)
  students.reviews.push(
    ...makeReviews(
      calendar,
      journey,
      heldOn,
      { id: student.id, advisorId, verifiedAt },
      options.slot,
    ),
  )
}

/** Adds a student whose invitation is open. Nobody knows its link. */
function addInvited({ people, now }: School, students: Students): void {
  const createdAt = now - randomInteger(people.random, 3 * 60, 110 * 60) * minuteMs
  const student = makePerson(people, { role: 'student', createdAt, verifiedAt: null })
  students.people.push(student)
  students.invitations.push({
    person_id: student.id,
    secret_hash: hashSecret(newSecret()),
    expires_at: createdAt + invitationDays * dayMs,
  })
}

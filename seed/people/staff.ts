import { hourMs } from '#contract/kit/time/durations.ts'
import { getCyclic, randomBoolean, randomInteger } from '../random.ts'
import type { PersonRow } from '../rows.ts'
import type { Course } from '../weeks/domains-and-tasks.ts'
import { makePerson, type PeopleSource } from './people.ts'

const studentsPerAdvisor = 15
const studentsPerReviewer = 10

export type Staff = {
  admin: PersonRow
  advisors: PersonRow[]
  reviewers: PersonRow[]
  reviewerDomains: { reviewer_id: string; domain_id: string }[]
}

/**
 * Generates the staff for a number of students, joining in the days after `since`. The first of
 * each role has the demo login. Every domain has a reviewer.
 */
export function makeStaff(
  source: PeopleSource,
  { courses, students, since }: { courses: Course[]; students: number; since: number },
): Staff {
  const { random } = source
  const advisorCount = Math.ceil(students / studentsPerAdvisor)
  const reviewerCount = Math.max(courses.length, Math.ceil(students / studentsPerReviewer))

  function hire(role: 'advisor' | 'reviewer', count: number): PersonRow[] {
    return Array.from({ length: count }, (_, place) => {
      const createdAt = since + randomInteger(random, 1, 100) * hourMs
      const verifiedAt = createdAt + randomInteger(random, 1, 30) * hourMs
      return makePerson(source, { role, createdAt, verifiedAt, isDemo: place === 0 })
    })
  }

  const admin = makePerson(source, {
    role: 'admin',
    createdAt: since,
    verifiedAt: since,
    isDemo: true,
  })
  const advisors = hire('advisor', advisorCount)
  const reviewers = hire('reviewer', reviewerCount)
  const reviewerDomains = reviewers.flatMap(({ id }, place) => {
    const own = [getCyclic(courses, place)]
    if (randomBoolean(random, 0.4)) own.push(getCyclic(courses, place + 1))
    return own.map(({ domain }) => ({ reviewer_id: id, domain_id: domain.id }))
  })
  return { admin, advisors, reviewers, reviewerDomains }
}

import type { EndpointInput } from '#contract/kit/endpoint.ts'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { monday } from '../../app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '../../factories.ts'
import { addReviewer } from '../../plan/factories.ts'
import { openScreen } from '../open-screen.tsx'
import { startEmptySchool } from '../school.ts'

/** The students with a waiting review, longest due first. */
export const waitingStudents = ['Leo Brandt', 'Mia Sato', 'Noor Haddad'] as const

/**
 * Opens the planner of an advisor with three waiting reviews, due yesterday, today and tomorrow.
 * The only reviewer, Rita Moreau, has `slots` slots, hourly from 10 AM tomorrow.
 */
export async function openPlan({ slots, ...settings }: { slots: number; bookableDays?: number }) {
  const school = await startEmptySchool(settings)
  const domain = await makeDomain(school, 'Python')
  const advisor = await makePerson(school, 'advisor')
  const rita = await addReviewer(school, [domain], { name: 'Rita Moreau' })
  for (const [index, name] of waitingStudents.entries()) {
    const student = await makePerson(school, 'student', { name, domain })
    const dueAt = monday + (index - 1) * dayMs
    await makeReview(school, { student, advisor, dueAt, week: 3 })
  }
  const ids: string[] = []
  for (let index = 0; index < slots; index++)
    ids.push(await makeSlot(school, rita, monday + (16 + index) * hourMs))
  const open = () =>
    openScreen(school, { as: { role: 'advisor', token: advisor.token }, at: '/advisor/plan' })
  const asked = await open()
  const reviews = (query: EndpointInput<typeof listReviews.advisor>['query']) =>
    school.call(listReviews.advisor, { token: advisor.token, query })
  return { school, domain, advisor, rita, slots: ids, reviews, open, asked }
}

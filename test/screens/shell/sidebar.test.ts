import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { listReviews } from '#contract/reviews/reviews.ts'
import { countWaitingForAdvisor } from '#contract/reviews/waiting-counts.ts'
import type { Role } from '#contract/roles.ts'
import { answer, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { type School, startDemoSchool } from '../school.ts'

const sidebar = async () => within(await screen.findByRole('navigation', { name: 'Main' }))

/** The marked link of the sidebar at a path, and whether it is the current screen itself. */
async function marked(school: School, as: Role, at: string) {
  await openScreen(school, { as, at })
  return (await sidebar()).getAllByRole('link').flatMap((link) => {
    const current = link.getAttribute('aria-current')
    return current ? [[link.textContent?.replace(/\d.*/, ''), current]] : []
  })
}

test('on a detail screen the sidebar marks the screen that led there', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('advisor')
  const [review] = await school.call(listReviews.advisor, { token, query: {} })
  const id = review?._id ?? ''
  const beyond: [Role, string, string][] = [
    ['advisor', `/advisor/review-details/${id}`, 'Reviews List'],
    ['reviewer', `/reviewer/review-details/${id}`, 'Reviews List'],
    ['reviewer', '/reviewer/slots-list', 'add slot'],
    ['reviewer', '/reviewer/device-check', 'Home'],
    ['student', `/review-details/${id}`, 'Manifest'],
    ['student', '/weekly-task', 'Home'],
    ['admin', `/admin/person/student/${review?.student._id}`, 'Student'],
    ['admin', `/admin/person/advisor/${review?.advisor?._id}`, 'Advisors'],
    ['admin', '/admin/person/reviewer/nobody', 'Reviewers'],
    ['admin', `/admin/review-details/${id}`, 'Student'],
    ['admin', '/admin/week-list/some-domain', 'Tasks'],
    ['admin', '/admin/course/some-domain', 'Tasks'],
    ['admin', '/admin/week-list/some-domain/rubric', 'Tasks'],
    ['admin', '/admin/task-details/some-task', 'Tasks'],
  ]
  for (const [role, at, label] of beyond) {
    expect(await marked(school, role, at), at).toEqual([[label, 'true']])
  }
  expect(await marked(school, 'advisor', '/advisor/login')).toEqual([['Home', 'page']])
  expect(await marked(school, 'admin', '/admin/account')).toEqual([])
})

test('the sidebar counts what is waiting, also in words, and updates after a change', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('advisor')
  const { toSchedule, toDecide } = await school.call(countWaitingForAdvisor, { token })
  expect(toSchedule).toBeGreaterThan(1)
  const [open] = await school.call(listReviews.advisor, {
    token,
    query: { status: 'conducted', open: 'true' },
  })
  await openScreen(school, { as: 'advisor', at: `/advisor/review-details/${open?._id}` })
  const links = await sidebar()
  const link = (name: string) => links.getByRole('link', { name })
  const decides = (count: number) => `${count} ${count === 1 ? 'review' : 'reviews'} to decide`
  await waitFor(() => {
    expect(link('Schedule Reviews')).toHaveTextContent(`Schedule Reviews${toSchedule}`)
    expect(link('Schedule Reviews')).toHaveAccessibleDescription(
      `${toSchedule} reviews to schedule`,
    )
    expect(link('Home')).toHaveAccessibleDescription(decides(toDecide))
    expect(link('Reviews List')).not.toHaveAccessibleDescription()
  })

  await press('Next week')
  await answer('Are you sure you want to proceed to the next week?', 'Yes, go to the next week')
  await waitFor(() =>
    expect(link('Schedule Reviews')).toHaveAccessibleDescription(
      `${toSchedule + 1} reviews to schedule`,
    ),
  )
})

test('the top bar shows the signed-in person, also for admins, without a call of its own', async () => {
  const school = await startDemoSchool()
  const asked = await openScreen(school, { as: 'admin', at: '/admin' })
  const account = await screen.findByRole('link', { name: 'Account' })
  await waitFor(() => expect(account.querySelector('[title$=", admin"]')).toBeInTheDocument())
  expect(asked).toContain('GET /admin/waiting')
  expect(asked.filter((call) => call.includes('account'))).toEqual([])
})

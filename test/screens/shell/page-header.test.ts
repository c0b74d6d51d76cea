import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { listReviews } from '#contract/reviews/reviews.ts'
import { press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findHeading, getTexts } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

/** The breadcrumb's labels and links. */
async function breadcrumb(): Promise<[string, string | null][]> {
  const way = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }))
  return way
    .getAllByRole('listitem')
    .map((part) => [part.textContent ?? '', part.querySelector('a')?.getAttribute('href') ?? null])
}

test('a review’s header has its student and week, the breadcrumb, and its state', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('advisor')
  const [review] = await school.call(listReviews.advisor, { token, query: { type: 'booking' } })
  if (!review) throw new Error('No review waits for a slot')
  const name = `${review.student.name}, week ${String(review.week).padStart(2, '0')}`

  await openScreen(school, { as: 'advisor', at: `/advisor/review-details/${review._id}` })
  await findHeading(name)
  await findHeading('Review Details')
  expect(document.title).toBe(`${name} · Weekward`)
  expect(await breadcrumb()).toEqual([
    ['Home', '/advisor'],
    ['Reviews List', '/advisor/reviews-list'],
    [name, null],
  ])
  expect(screen.getByText(name, { selector: '[aria-current]' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  screen.getByText('Not scheduled')
  screen.getByRole('link', { name: 'Book slot' })

  await openScreen(school, { as: 'admin', at: `/admin/review-details/${review._id}` })
  await findHeading(name)
  expect(await breadcrumb()).toEqual([
    ['Home', '/admin'],
    ['Students', '/admin/student-list'],
    [review.student.name, `/admin/person/student/${review.student._id}`],
    [name, null],
  ])
})

test('a missing review’s screen has the screen’s own name', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'advisor', at: '/advisor/review-details/nothing' })
  await screen.findByText('This review does not exist', { selector: 'main *' })
  await findHeading('Review Details')
  expect(document.title).toBe('Review Details · Weekward')
})

test('a screen in the sidebar has no breadcrumb', async () => {
  const school = await startDemoSchool()
  for (const [at, name] of [
    ['/reviewer', 'Home'],
    ['/reviewer/login', 'Home'],
    ['/reviewer/reviews-list', 'Reviews List'],
  ] as const) {
    await openScreen(school, { as: 'reviewer', at })
    await findHeading(name)
    expect(screen.queryByRole('navigation', { name: 'Breadcrumb' })).toBeNull()
  }
})

test('further actions are in a menu, and the focus returns to its button', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'reviewer', at: '/reviewer' })
  await press('More actions')
  const menu = within(await screen.findByRole('menu'))
  expect(getTexts(menu.getAllByRole('menuitem'))).toEqual(['add slot', 'Camera and sound'])
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'More actions' })).toHaveFocus())
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'add slot' }))
  await expectAddress('/reviewer/add-slot')
  await findHeading('ADD SLOT')
})

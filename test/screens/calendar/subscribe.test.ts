import { screen, waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getCalendarEntry } from '#contract/calendar/add-to-calendar.ts'
import { getHome } from '#contract/reviews/reviews.ts'
import { roles } from '#contract/roles.ts'
import { paths } from '#web/paths.ts'
import { findDialog, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { byWholeText, findRegion } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

test.each(roles)('as %s you create a link for your own calendar, and replace it', async (role) => {
  const school = await startDemoSchool()
  const token = await school.tokenOf(role)
  await openScreen(school, { as: { role, token }, at: paths.account(role) })
  const card = await findRegion('Reviews in your calendar')
  await press('Create a link', card)
  const first = (await card.findByLabelText<HTMLInputElement>('Link for your calendar')).value
  expect(first).toMatch(/^http:\/\/weekward\.test\/calendar\/[\w-]{43}\.ics$/)

  await openScreen(school, { as: { role, token }, at: paths.account(role) })
  const again = await findRegion('Reviews in your calendar')
  await again.findByText(
    byWholeText(
      'You created a link today, 6:00 PM. If you lost it, or someone else has it, create a new one.',
    ),
  )
  expect(again.queryByLabelText('Link for your calendar')).toBeNull()
  await press('Create a new link', again)
  await waitFor(async () => {
    expect(await again.findByRole('button', { name: 'Keep the current link' })).toHaveFocus()
  })
  again.getByText(/^The current link stops working at once/)
  await press('Yes, create a new one', again)
  const field = await again.findByLabelText<HTMLInputElement>('Link for your calendar')
  expect(field.value).not.toBe(first)
  expect((await school.app.inject(new URL(first).pathname)).statusCode).toBe(404)
  expect((await school.app.inject(new URL(field.value).pathname)).statusCode).toBe(200)
})

test.each(['advisor', 'reviewer', 'admin'] as const)(
  'as %s you find the link below the calendar',
  async (role) => {
    const school = await startDemoSchool()
    await openScreen(school, { as: role, at: paths.calendar(role) })
    await press('Subscribe in your calendar app')
    const opened = await findDialog()
    await opened.findByRole('button', { name: 'Create a link' })
  },
)

test('a student adds the booked review to a calendar, from the home and from its details', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('student')
  const home = await school.call(getHome, { token })
  if (!('_id' in home)) throw new Error('The demo student has no review')
  const entry = await school.call(getCalendarEntry.student, { token, query: { id: home._id } })
  const expectCalendars = async () => {
    const opened = await findDialog()
    await opened.findByRole('link', { name: 'Google Calendar' })
    const links = opened.getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Google Calendar', entry.google],
      ['Outlook', entry.outlook],
      ['Outlook at work or school', entry.office],
      ['subscribe to your reviews', `${paths.account('student')}#reviews-in-calendar`],
    ])
    expect(links[0]).toHaveAttribute('target', '_blank')
    opened.getByRole('button', { name: 'Other calendars, as a file' })
  }
  await openScreen(school, { as: { role: 'student', token }, at: '/' })
  await press('Add to calendar')
  await expectCalendars()
  await openScreen(school, {
    as: { role: 'student', token },
    at: paths.reviewDetails('student', home._id),
  })
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Add to calendar…' }))
  await expectCalendars()
})

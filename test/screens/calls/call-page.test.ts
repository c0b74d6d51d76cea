import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { getHome } from '#contract/reviews/reviews.ts'
import { queryClient } from '#web/kit/api/hooks.ts'
import { formatDayAndTime } from '#web/kit/ui/dates/dates.ts'
import { makePerson, makeSlot } from '../../factories.ts'
import { fill } from '../actions.ts'
import { schoolZone } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import { findField } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

test('only the two people of a review can join its call', async () => {
  const school = await startDemoSchool()
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  const review = '_id' in home ? home._id : 'no review'
  const { token } = await makePerson(school, 'reviewer', { name: 'Rita Moreau' })
  await openScreen(school, { as: { role: 'reviewer', token }, at: `/reviewer/call/${review}` })
  await screen.findByText('This review does not exist')
  expect(screen.queryByRole('button', { name: 'Call' })).toBeNull()
})

test('someone early reads the time of the review and how long it is until then', async () => {
  const school = await startDemoSchool()
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  if (!('_id' in home) || !home.startsAt) throw new Error('The demo student has no booked review')
  const starts = Date.parse(home.startsAt)
  for (const [as, at] of [
    ['student', `/call/${home._id}`],
    ['reviewer', `/reviewer/call/${home._id}`],
  ] as const) {
    for (const [minutes, left] of [
      [16 * 60, ' · begins in 16 hours'],
      [25, ' · begins in 25 minutes'],
      [-1, ''],
    ] as const) {
      const now = starts - minutes * minuteMs
      const when = formatDayAndTime(starts, now, schoolZone)
      school.moveTo(now)
      await openScreen(school, { as, at })
      const time = await screen.findByText(when, { selector: 'time' })
      await waitFor(() => expect(time.parentElement?.textContent).toBe(`${when}${left}`))
    }
  }
})

test('the countdown ends when the review starts', async () => {
  const school = await startDemoSchool()
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  if (!('_id' in home) || !home.startsAt) throw new Error('The demo student has no booked review')
  const starts = Date.parse(home.startsAt)
  school.moveTo(starts - 3_000)
  await openScreen(school, { as: 'student', at: `/call/${home._id}` })
  await screen.findByText(/begins in 1 minute/)
  school.moveTo(starts)
  await waitFor(() => expect(screen.queryByText(/begins in/)).toBeNull())
})

test('a person has the same colour in the call as everywhere else', async () => {
  const school = await startDemoSchool()
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  const colourAt = async (at: string) => {
    await openScreen(school, { as: 'reviewer', at })
    await screen.findAllByText('Amara Okafor')
    return document.querySelector<HTMLElement>('[data-initials=AO]')?.style.background
  }
  const colour = await colourAt('/reviewer')
  expect(colour).toMatch(/^hsl/)
  expect(await colourAt(`/reviewer/call/${'_id' in home ? home._id : ''}`)).toBe(colour)
})

test('a browser without WebRTC shows a message in place of the buttons', async () => {
  const school = await startDemoSchool()
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  const at = `/call/${'_id' in home ? home._id : 'no review'}`
  await openScreen(school, { as: 'student', at })
  // happy-dom has no WebRTC.
  await screen.findByText(/^This browser cannot hold calls/)
  expect(screen.queryByRole('button', { name: 'Share Your Vedio' })).toBeNull()
})

test('a reviewer in the call reads that the review went to another one, and keeps what they typed', async () => {
  const school = await startDemoSchool()
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  if (!('_id' in home)) throw new Error('The demo student has no review')
  await openScreen(school, { as: 'reviewer', at: `/reviewer/call/${home._id}` })
  await fill(await findField('Code mark'), '77')
  await screen.findByText('Draft saved')
  const another = await makePerson(school, 'reviewer')
  const slot_id = await makeSlot(school, another, school.time.now + hourMs)
  const { db } = school.context
  await db.updateTable('reviews').set({ slot_id }).where('id', '=', home._id).execute()
  await queryClient.invalidateQueries()
  await screen.findByText('You no longer have this review')
  expect(await findField('Code mark')).toHaveValue('77')
})

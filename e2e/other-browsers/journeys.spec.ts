import { updateTaskStatus } from '#contract/reviews/marking.ts'
import { listReviews } from '#contract/reviews.ts'
import { demoLogins } from '#contract/school.ts'
import { inDays } from '../kit/days.ts'
import { bookedReview } from '../steps/reviews.ts'
import { onboard } from '../steps/schools/newcomers.ts'
import { runIn } from './browser.ts'
import { button, field, find, first, link, role, text } from './find.ts'
import { expect, pictureOf, test } from './fixtures.ts'
import { answer, choose, click, enter, see, seeHeading, setTo, toast, write } from './person.ts'

test('a student signs in by typing, sees what is next, and is at home after a reload too', async ({
  other,
}) => {
  await other.open('/login')
  // The demo credentials arrive after the form and would write over what is typed before.
  await see(other, text(/the credentials are filled in/))
  await write(other, 'Email', demoLogins.student.email)
  await write(other, 'Password', 'not the password')
  await other.press('Enter')
  await see(other, text('password is incorrect'))
  await write(other, 'Password', demoLogins.student.password)
  await click(other, button('Login'))
  await seeHeading(other, 'Home')
  await see(other, text(/^Tomorrow/, role('region', 'Next Review')))
  await other.open('/')
  await seeHeading(other, 'Home')
  await click(other, link('Weekly Task'))
  await see(other, role('region', 'This week: week 05'))
})

test('a reviewer publishes slots, and the advisor books one of them from home', async ({
  other,
  school,
}) => {
  const rita = await onboard(school, 'reviewer', 'Rita Moreau')
  await enter(other, school, 'reviewer', '/reviewer/add-slot', rita)
  await setTo(other, 'Date', inDays(1))
  await setTo(other, 'Starting time', '09:00')
  await setTo(other, 'Ending time', '10:30')
  await write(other, 'Review time', '30')
  await click(other, button('Add slot'))
  await see(other, toast('Slot added successfully'))

  await enter(other, school, 'advisor', '/advisor')
  await click(other, first(link('Book slot', role('region', 'To schedule'))))
  await seeHeading(other, 'Schedule Reviews')
  await choose(other, 'Reviewer', /^Rita Moreau/)
  await click(other, role('tab', 'Tomorrow'))
  await click(other, button(/^9:30 AM/, role('tabpanel')))
  await click(other, button('book slot'))
  await see(other, toast('book slot successfully.'))

  await enter(other, school, 'reviewer', '/reviewer', rita)
  await see(other, text('9:30 AM', role('region', 'Next Review')))
})

test('a reviewer comes into the room, leaves it, and marks the review', async ({
  other,
  school,
  engine,
}) => {
  const review = await bookedReview(school)
  await enter(other, school, 'reviewer', `/reviewer/review-details/${review._id}`)
  await click(other, button('Start Review'))
  await see(other, text('Waiting for Student to join the Room', role('status')))
  if (engine.hasCalls) {
    await click(other, button('Share Your Vedio'))
    await see(other, field('Your own video'))
  } else {
    await see(other, text(/^This browser cannot hold calls/))
  }
  await other.open(`/reviewer/review-details/${review._id}`)
  await click(other, button('Edit the mark'))
  await write(other, 'Code mark', '81')
  await write(other, 'Theory mark', '74')
  await choose(other, 'Week status', 'Task Completed')
  await click(other, button('Save'))
  // The slot is tomorrow's: the page asks whether the mark is meant.
  await click(other, button('Save the mark', role('dialog')))
  await see(other, toast('mark updated successfully.'))
  await see(other, text('81', role('region', 'Mark')))
})

test('an advisor decides how a student goes on, after what has just changed is seen', async ({
  other,
  school,
}) => {
  const token = await school.tokenOf('advisor')
  const [review] = await school.call(listReviews.advisor, {
    token,
    query: { status: 'conducted', open: 'true' },
  })
  const id = review?._id ?? ''
  await enter(other, school, 'advisor', `/advisor/review-details/${id}`)
  await see(other, role('radiogroup', 'Typing'))
  const before = await runIn(other, readChoice)
  const typed = before === 'completed' ? 'Not added' : 'completed'
  // Somebody else changes it: the page hears of it over its socket.
  await school.call(updateTaskStatus.advisor, { token, body: { id, value: { typing: typed } } })
  await expect.poll(() => runIn(other, readChoice)).toBe(typed)

  await click(other, button('Next week'))
  await answer(
    other,
    'Are you sure you want to proceed to the next week?',
    'Yes, go to the next week',
  )
  await see(other, toast('review status updated successfully.'))
})

test('Ctrl K finds a student’s review', async ({ other, school, engineName }) => {
  const token = await enter(other, school, 'advisor', '/advisor')
  const [review] = await school.call(listReviews.advisor, { token, query: { type: 'booking' } })
  const name = review?.student.name ?? ''
  await seeHeading(other, 'Home')
  await other.press('k', 'Control')
  await see(other, role('combobox', 'Find anything'))
  await other.type(name)
  await see(other, role('option', new RegExp(name), role('group', 'Reviews')))
  await other.takePicture(pictureOf(`${engineName}-find-anything`))
  await click(other, first(role('option', new RegExp(name), role('group', 'Reviews'))))
  await seeHeading(other, new RegExp(`^${name}, week `))
})

test('what a server that is away has not sent comes once it is back', async ({ other, school }) => {
  await enter(other, school, 'student', '/manifest')
  // The code of the next screen is fetched here, so that only its data can be missing.
  await click(other, link(/^Week 01/))
  await see(other, role('region', 'Mark'))
  await click(other, link('Manifest', role('navigation', 'Main')))
  await see(other, link(/^Week 02/))
  await school.stop()
  await click(other, link(/^Week 02/))
  await see(other, text('This could not be loaded'))
  await school.startAgain()
  await click(other, button('Try again'))
  await see(other, role('region', 'Mark'))
  expect(await find(other, text('This could not be loaded'))).toEqual([])
})

/** Runs in the page: what is chosen under 'Typing'. */
function readChoice(): string | undefined {
  const group = window.TestingLibraryDom.getByRole(document.body, 'radiogroup', { name: 'Typing' })
  return group.querySelector<HTMLInputElement>('input:checked')?.value
}

import { updateTaskStatus } from '#contract/reviews/marking.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { demoLogins } from '#contract/school/school.ts'
import { getDateInDays } from '../kit/days.ts'
import { findReviewToDecide, makeBookedReview } from '../steps/meet-and-call.ts'
import { onboard } from '../steps/schools/invite-and-onboard.ts'
import {
  answerDialog,
  byToast,
  choose,
  click,
  expectHeading,
  expectVisible,
  fill,
  openSignedIn,
  setDateOrTime,
} from './actions.ts'
import { runIn } from './browser.ts'
import { expect, getScreenshotPath, test } from './fixtures.ts'
import { byButton, byLabel, byLink, byRole, byText, find, firstMatchOf } from './queries.ts'

test('a student signs in by typing, sees what is next, and stays signed in after a reload', async ({
  other,
}) => {
  await other.open('/login')
  // The demo credentials arrive after the form and would overwrite what was typed before.
  await expectVisible(other, byText(/The demo credentials are filled in/))
  await fill(other, 'Email', demoLogins.student.email)
  await fill(other, 'Password', 'not the password')
  await other.press('Enter')
  await expectVisible(other, byText('password is incorrect'))
  await fill(other, 'Password', demoLogins.student.password)
  await click(other, byButton('Login'))
  await expectHeading(other, 'Home')
  await expectVisible(other, byText(/^Tomorrow/, byRole('region', 'Next Review')))
  await other.open('/')
  await expectHeading(other, 'Home')
  await click(other, byLink('Weekly Task'))
  await expectVisible(other, byRole('region', 'This week: week 05'))
})

test('a reviewer publishes slots, and the advisor books one from home', async ({
  other,
  school,
}) => {
  const rita = await onboard(school, 'reviewer', 'Rita Moreau')
  await openSignedIn(other, school, 'reviewer', '/reviewer/add-slot', rita)
  await setDateOrTime(other, 'Date', getDateInDays(1))
  await setDateOrTime(other, 'Starting time', '09:00')
  await setDateOrTime(other, 'Ending time', '10:30')
  await fill(other, 'Review time', '30')
  await click(other, byButton('Add slot'))
  await expectVisible(other, byToast('Slot added successfully'))

  await openSignedIn(other, school, 'advisor', '/advisor')
  await click(other, firstMatchOf(byLink('Book slot', byRole('region', 'To schedule'))))
  await expectHeading(other, 'Schedule Reviews')
  await choose(other, 'Reviewer', /^Rita Moreau/)
  await click(other, byRole('tab', 'Tomorrow'))
  await click(other, byButton(/^9:30 AM/, byRole('tabpanel')))
  await click(other, byButton('book slot'))
  await expectVisible(other, byToast('book slot successfully.'))

  await openSignedIn(other, school, 'reviewer', '/reviewer', rita)
  await expectVisible(other, byText('9:30 AM', byRole('region', 'Next Review')))
})

test('a reviewer enters and leaves the call and marks the review', async ({
  other,
  school,
  engine,
}) => {
  const review = await makeBookedReview(school)
  await openSignedIn(other, school, 'reviewer', `/reviewer/review-details/${review._id}`)
  await click(other, byButton('Start Review'))
  await expectVisible(other, byText('Waiting for Student to join the Room', byRole('status')))
  if (engine.hasCalls) {
    await click(other, byButton('Share Your Vedio'))
    await expectVisible(other, byLabel('Your own video'))
  } else {
    await expectVisible(other, byText(/^This browser cannot hold calls/))
  }
  await other.open(`/reviewer/review-details/${review._id}`)
  await click(other, byButton('Edit the mark'))
  await fill(other, 'Code mark', '81')
  await fill(other, 'Theory mark', '74')
  await choose(other, 'Week status', 'Task Completed')
  await click(other, byButton('Save'))
  // The slot is tomorrow, so the page asks for confirmation.
  await click(other, byButton('Save the mark', byRole('dialog')))
  await expectVisible(other, byToast('mark updated successfully.'))
  await expectVisible(other, byText('81', byRole('region', 'Mark')))
})

test('an advisor decides on a week after seeing the latest change', async ({ other, school }) => {
  const token = await school.tokenOf('advisor')
  const { _id: id } = await findReviewToDecide(school)
  await openSignedIn(other, school, 'advisor', `/advisor/review-details/${id}`)
  await expectVisible(other, byRole('radiogroup', 'Typing'))
  const before = await runIn(other, readChoice)
  const typed = before === 'completed' ? 'Not added' : 'completed'
  // A change by someone else, which the socket announces.
  await school.call(updateTaskStatus.advisor, { token, body: { id, value: { typing: typed } } })
  await expect.poll(() => runIn(other, readChoice)).toBe(typed)

  await click(other, byButton('Next week'))
  await answerDialog(
    other,
    'Are you sure you want to proceed to the next week?',
    'Yes, go to the next week',
  )
  await expectVisible(other, byToast('review status updated successfully.'))
})

test('Ctrl+K finds a student’s review', async ({ other, school, engineName }) => {
  const token = await openSignedIn(other, school, 'advisor', '/advisor')
  const [review] = await school.call(listReviews.advisor, { token, query: { type: 'booking' } })
  const name = review?.student.name ?? ''
  await expectHeading(other, 'Home')
  await other.press('k', 'Control')
  await expectVisible(other, byRole('combobox', 'Find anything'))
  await other.type(name)
  await expectVisible(other, byRole('option', new RegExp(name), byRole('group', 'Reviews')))
  await other.takePicture(getScreenshotPath(`${engineName}-find-anything`))
  await click(other, firstMatchOf(byRole('option', new RegExp(name), byRole('group', 'Reviews'))))
  await expectHeading(other, new RegExp(`^${name}, week `))
})

test('data that an unreachable server did not send arrives once it is back', async ({
  other,
  school,
}) => {
  await openSignedIn(other, school, 'student', '/manifest')
  // Loads the code of the next screen, so that only its data can be missing.
  await click(other, byLink(/^Week 01/))
  await expectVisible(other, byRole('region', 'Mark'))
  await click(other, byLink('Manifest', byRole('navigation', 'Main')))
  await expectVisible(other, byLink(/^Week 02/))
  await school.stop()
  await click(other, byLink(/^Week 02/))
  await expectVisible(other, byText('This could not be loaded'))
  await school.startAgain()
  await click(other, byButton('Try again'))
  await expectVisible(other, byRole('region', 'Mark'))
  expect(await find(other, byText('This could not be loaded'))).toEqual([])
})

/** Runs in the page: the choice under 'Typing'. */
function readChoice(): string | undefined {
  const group = window.TestingLibraryDom.getByRole(document.body, 'radiogroup', { name: 'Typing' })
  return group.querySelector<HTMLInputElement>('input:checked')?.value
}

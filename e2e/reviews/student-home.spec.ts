import { editPerson } from '#contract/people/edit-person.ts'
import { getHome, type Review } from '#contract/reviews/reviews.ts'
import { listWeeklyTasks } from '#contract/tasks/tasks.ts'
import { expect, type School, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { heading } from '../steps/shell.ts'

/** The demo student's current review. */
async function presentReview(school: School): Promise<Review> {
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  if (!('_id' in home)) throw new Error('The demo student has no review')
  return home
}

test('the Weekly Task button leads to the tasks of this and earlier weeks', {
  tag: slowTests,
}, async ({ page, school }) => {
  const { tasks } = await school.call(listWeeklyTasks, { token: await school.tokenOf('student') })
  const lineOf = (week: number) =>
    tasks.find((task) => task.week === week)?.technicalWorkouts[0] ?? 'no such task'
  await school.enter(page, 'student')
  await page.getByRole('link', { name: 'Weekly Task' }).click()
  await expect(page).toHaveURL('/weekly-task')
  await expect(heading(page, 'Weekly Task')).toBeFocused()
  const present = page.getByRole('region', { name: 'This week: week 05' })
  for (const list of [
    'Personal development workouts',
    'Technical workouts',
    'Miscellaneous workouts',
  ]) {
    await expect(present.getByRole('heading', { name: list })).toBeVisible()
  }
  await expect(present.getByText(lineOf(5), { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^week/ })).toHaveText([
    'week 04',
    'week 03',
    'week 02',
    'week 01',
  ])
  await expect(page.getByText(lineOf(2), { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'week 02' }).click()
  await expect(page.getByText(lineOf(2), { exact: true })).toBeVisible()
})

test('Join into review leads to the review’s call', { tag: slowTests }, async ({
  page,
  school,
}) => {
  const review = await presentReview(school)
  await school.enter(page, 'student')
  const card = page.getByRole('region', { name: 'Next Review' })
  await expect(card.getByText(`with ${review.reviewer?.name}`)).toContainText('10:00 AM')
  await page.getByText('Join into review', { exact: true }).click()
  await expect(page).toHaveURL(`/call/${review._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a long name does not make a phone’s home scroll sideways', { tag: slowTests }, async ({
  page,
  school,
}) => {
  const { student } = await presentReview(school)
  const value = {
    id: student._id,
    name: 'Đặng Thị Hồng-Nhung von und zu Hohenstein-Schillingsfürst',
  }
  await school.call(editPerson.student, { token: await school.tokenOf('admin'), body: { value } })
  await page.setViewportSize({ width: 360, height: 740 })
  await school.enter(page, 'student')
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText(value.name)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

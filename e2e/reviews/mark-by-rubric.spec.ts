import { listReviews } from '#contract/reviews/reviews.ts'
import { exampleRubric } from '#contract/rubrics/example-rubric.ts'
import { paths } from '#web/paths.ts'
import { findAxeViolations } from '../checks/appearance.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { choose, toast } from '../steps/actions.ts'

test('a reviewer marks by keyboard, criterion by criterion, and the student sees it', {
  tag: slowTests,
}, async ({ page, school }) => {
  const token = await school.tokenOf('reviewer')
  const query = { search: 'student@weekward.test', open: 'true' }
  const [review] = await school.call(listReviews.reviewer, { token, query })
  const id = review?._id ?? ''
  await school.enter(page, 'reviewer', paths.reviewDetails('reviewer', id))
  await page.getByRole('button', { name: 'Edit the mark' }).click()
  // From one criterion to the next by Tab, within one by arrows.
  for (const { name } of exampleRubric.criteria) {
    const levels = page.getByRole('radiogroup', { name })
    await expect(levels.getByRole('radio').first()).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await expect(levels.getByRole('radio').nth(1)).toBeChecked()
    await page.keyboard.press('Tab')
  }
  await expect(page.getByLabel('Code mark')).toBeFocused()
  await expect(page.getByLabel('Code mark')).toHaveValue('70')
  await expect(page.getByLabel('Theory mark')).toHaveValue('70')
  expect(await findAxeViolations(page)).toEqual([])
  await choose(page, 'Week status', 'Task Completed')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Save the mark' }).click()
  await expect(toast(page, 'mark updated successfully.')).toBeVisible()

  await school.enter(page, 'student', paths.reviewDetails('student', id))
  await expect(page.getByRole('list', { name: 'Criteria of theory' })).toContainText('28 of 40')
  expect(await findAxeViolations(page)).toEqual([])
})

import { getHome } from '#contract/reviews.ts'
import { expect, test } from './school.ts'
import { heading } from './shell.ts'

test('the place of a call leads the student to the review’s details', async ({ page, school }) => {
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  const id = '_id' in home ? home._id : ''
  await school.enter(page, 'student', `/call/${id}`)
  await page.getByRole('link', { name: 'Review Details' }).click()
  await expect(page).toHaveURL(`/review-details/${id}`)
  await expect(heading(page, 'Review Details')).toBeFocused()
})

import { decide, everybodyArrives, review, reviewIsBooked } from './a-week.ts'
import { rows } from './lists.ts'
import { emptySchool } from './onboarding.ts'
import { expect, test } from './school.ts'
import { goTo } from './shell.ts'

test.use({ settings: emptySchool })
test.setTimeout(300_000)

test('a student whose week is repeated gets a second review of the same week', async ({
  page,
  school,
  somebodyElse,
}) => {
  const all = await everybodyArrives(page, school, somebodyElse)
  await reviewIsBooked(all)
  await review(all.reviewer, 'Week Repeat', 'Everything once more')
  await decide(all.advisor, 'Repeat week')

  await all.student.reload()
  const card = all.student.getByRole('region', { name: 'Next Review' })
  await expect(card.getByText('01', { exact: true })).toBeVisible()
  await expect(card).toContainText('not scheduled')
  await goTo(all.student, 'Manifest')
  await expect(rows(all.student, 'Reviews')).toHaveText([/^Week 01conducted/, /^Week 01not-sch/])
  await expect(rows(all.student, 'Reviews').first()).toContainText('Week Repeat')
})

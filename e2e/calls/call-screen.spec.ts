import { checkAppearance } from '../checks/appearance.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { meet, startCall } from '../steps/meet-and-call.ts'

test(
  'the call screen passes axe and fits its width during a call',
  { tag: slowTests },
  async ({ page, school, somebodyElse }, { project }) => {
    // Checks two calls in full, including axe.
    test.slow()
    const meeting = await meet(school, page, somebodyElse)
    await startCall(meeting)
    for (const who of ['student', 'reviewer'] as const) {
      await expect(meeting[who].getByText('Good connection')).toBeVisible()
      await checkAppearance(meeting[who], `${project.name}-${who}-in-call`)
    }
  },
)

import { expect, test } from '../kit/school.ts'
import { atLength } from '../kit/tags.ts'
import { meet, status, talk, timeUntilPictures } from '../steps/reviews.ts'

for (const who of ['student', 'reviewer'] as const) {
  test(`when the ${who} reloads the page, the call reconnects`, {
    tag: atLength,
  }, async ({ page, school, somebodyElse }) => {
    const meeting = await meet(school, page, somebodyElse)
    await talk(meeting)
    await meeting[who].reload()
    await timeUntilPictures(`the ${who} reloaded`, [meeting.student, meeting.reviewer])
  })
}

test('when the server is killed and restarted, the call reconnects', {
  tag: atLength,
}, async ({ page, school, somebodyElse }) => {
  const meeting = await meet(school, page, somebodyElse)
  await talk(meeting)
  await school.kill()
  const cut = meeting.student.getByText('Disconnected from the server. Reconnecting…')
  await expect(cut).toBeVisible()
  await school.startAgain()
  await expect(cut).toBeHidden()
  await expect(status(meeting.reviewer, 'Student Joined')).toBeVisible()
  await expect(status(meeting.student, 'Reviewer Joined')).toBeVisible()
  await timeUntilPictures('the server was back', [meeting.student, meeting.reviewer])
})

import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { callStatus, meet, reportTimeUntilVideo, startCall } from '../steps/meet-and-call.ts'

for (const who of ['student', 'reviewer'] as const) {
  test(`when the ${who} reloads the page, the call reconnects`, {
    tag: slowTests,
  }, async ({ page, school, somebodyElse }) => {
    const meeting = await meet(school, page, somebodyElse)
    await startCall(meeting)
    await meeting[who].reload()
    await reportTimeUntilVideo(`the ${who} reloaded`, [meeting.student, meeting.reviewer])
  })
}

test('when the server is killed and restarted, the call reconnects', {
  tag: slowTests,
}, async ({ page, school, somebodyElse }) => {
  const meeting = await meet(school, page, somebodyElse)
  await startCall(meeting)
  await school.kill()
  const cut = meeting.student.getByText('Disconnected from the server. Reconnecting…')
  await expect(cut).toBeVisible()
  await school.startAgain()
  await expect(cut).toBeHidden()
  await expect(callStatus(meeting.reviewer, 'Student Joined')).toBeVisible()
  await expect(callStatus(meeting.student, 'Reviewer Joined')).toBeVisible()
  await reportTimeUntilVideo('the server was back', [meeting.student, meeting.reviewer])
})

import { byButton, byLink } from './driver.ts'
import { journey } from './journey.ts'
import { addSlotsTomorrow, beginNow, bookFirst, makeSmallSchool } from './small-school.ts'

journey('a review is held, from its start to the marks', async ({ school, begin }) => {
  const people = await makeSmallSchool(school, ['Nova Lindgren'])
  await addSlotsTomorrow(school, people)
  await bookFirst(school, people)
  beginNow(school)
  const [nova] = people.students
  if (!nova) throw new Error('there is no student')
  const student = await begin('Joining a review', { as: nova })
  const reviewer = await begin('Holding a review', { as: people.reviewer })

  await student.step('Come into the room', async () => {
    await student.press(byButton('Join into review'))
    await student.hears('Waiting for Reviewer to join the Room')
  })
  await student.step('Show oneself', () => student.press(byButton('Share Your Vedio')))
  await reviewer.step('Start the review', async () => {
    await reviewer.press(byButton('Start Review'))
    await reviewer.hears('Student Joined')
  })
  await reviewer.step('Show oneself', () => reviewer.press(byButton('Share Your Vedio')))
  await reviewer.step('Call', async () => {
    await reviewer.press(byButton('Call'))
    await reviewer.sees(byButton('End call'))
    await student.sees(byButton('End call'))
  })
  await reviewer.step('Give the marks', async () => {
    await reviewer.write('Code mark', '81')
    await reviewer.write('Theory mark', '74')
    await reviewer.choose('Week status', 'Task Completed')
    await reviewer.send(byButton('Submit the mark'))
    await reviewer.hears('mark updated successfully.')
  })
  await reviewer.step('Write what is left to do', async () => {
    await reviewer.press(byButton('Add a pending task'))
    await reviewer.write('Pending task 1', 'Finish the timer app')
    await reviewer.press(byButton('Submit the pending tasks'))
    await reviewer.hears('pending task updated.')
  })
  await reviewer.step('End the call', async () => {
    await reviewer.press(byButton('End call'))
    await reviewer.sees('The call has ended')
    await student.sees('The call has ended')
  })
  await student.step('See the marks', async () => {
    await student.press(byLink('Review Details'))
    await student.sees('Task Completed')
  })
})

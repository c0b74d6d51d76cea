import { updateMark } from '#contract/reviews/marking.ts'
import { byButton } from './driver.ts'
import { journey } from './journey.ts'
import { addSlotsTomorrow, bookFirst, makeSmallSchool } from './small-school.ts'

journey('an advisor decides that a student goes on', async ({ school, begin }) => {
  const people = await makeSmallSchool(school, ['Nova Lindgren'])
  await addSlotsTomorrow(school, people)
  const review = await bookFirst(school, people)
  const token = await school.tokenOf('reviewer', people.reviewer)
  const mark = { code: 81, theory: 74, weekStatus: 'Task Completed' } as const
  await school.call(updateMark, { token, body: { id: review._id, value: { mark } } })

  // One click and its confirmation.
  const name = 'Deciding how a student goes on'
  const advisor = await begin(name, { as: people.advisor, atMost: { clicks: 2 } })
  await advisor.sees('Code 81, theory 74')
  await advisor.step('Decide', async () => {
    await advisor.press(byButton('Next week'))
    await advisor.sees('Are you sure you want to proceed to the next week?')
  })
  await advisor.step('Confirm', async () => {
    await advisor.press(byButton('Yes, go to the next week'))
    await advisor.hears('Nova Lindgren moves on to week 02.')
  })
})

import { getDateInDays } from '../kit/days.ts'
import { byButton } from './driver.ts'
import { journey } from './journey.ts'
import { makeSmallSchool } from './small-school.ts'

journey('a reviewer publishes slots', async ({ school, begin }) => {
  const people = await makeSmallSchool(school)
  const reviewer = await begin('Publishing slots', { as: people.reviewer })
  await reviewer.sees('you have no reviews pending')
  await reviewer.step('Go to the form', async () => {
    await reviewer.goTo('reviewer', 'add slot')
    await reviewer.sees('The range is split into slots that advisors can book.')
  })
  await reviewer.step('Say when', async () => {
    await reviewer.writeDate('Date', getDateInDays(1))
    await reviewer.writeTime('Starting time', '09:00')
    await reviewer.writeTime('Ending time', '12:00')
    await reviewer.write('Review time', '30')
    await reviewer.hears(/6 slots/)
  })
  await reviewer.step('Publish', async () => {
    await reviewer.send(byButton('Add slot'))
    await reviewer.hears('Slot added successfully')
  })
})

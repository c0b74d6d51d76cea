import { byButton, byLink } from './driver.ts'
import { journey } from './journey.ts'
import { addSlotsTomorrow, makeSmallSchool } from './small-school.ts'

journey('an advisor books a slot for a student', async ({ school, begin }) => {
  const people = await makeSmallSchool(school, ['Nova Lindgren', 'Omar Haddad'])
  await addSlotsTomorrow(school, people)
  // The specification's steps: the card's button, a slot, 'book slot'.
  const advisor = await begin('Booking a slot', { as: people.advisor, atMost: { clicks: 3 } })
  await advisor.sees('Nova Lindgren')
  await advisor.step('Open the booking of a student', async () => {
    await advisor.press(byLink('Book slot'))
    await advisor.sees(byButton('9:00 AM'))
  })
  await advisor.step('Choose a slot', async () => {
    await advisor.press(byButton('9:00 AM'))
    await advisor.sees(/^Books .* with Rita Moreau for Nova Lindgren\.$/)
  })
  await advisor.step('Book it', async () => {
    await advisor.press(byButton('book slot'))
    await advisor.hears('book slot successfully.')
    await advisor.hears(/^Booked: .* with Rita Moreau for Nova Lindgren\.$/)
  })
})

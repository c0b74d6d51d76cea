import { addDays } from '#contract/kit/time/zone.ts'
import { daysMade } from '#contract/limits/availability.ts'
import { listMax } from '#contract/limits.ts'
import { listSlotsOnDays } from '#contract/slots.ts'
import { useCall } from '#web/kit/call/query.ts'

/** How many slots a reviewer has from today (YYYY-MM-DD) on, for as long as they are made ahead. */
export function SlotsAhead({ today }: { today: string }) {
  const query = { from: today, to: addDays(today, daysMade - 1), limit: listMax }
  const { data } = useCall(listSlotsOnDays, { query }, { onlyLogged: true })
  if (!data) return null
  const booked = data.filter(({ isBooked }) => isBooked).length
  const count = data.length === listMax ? `${listMax} or more` : data.length
  const slots = count === 1 ? '1 slot stands' : `${count} slots stand`
  return `${slots} in the next ${daysMade} days, ${booked} booked.`
}

import { defineRefusal } from '../kit/refusal.ts'
import { slotListDaysMax, upcomingSlotsMax } from '../limits/slots.ts'

export const slotRefusals = {
  overlap: defineRefusal(409, 'Slots already exist'),
  away: defineRefusal(409, 'You are away on this day'),
  tooManyAhead: defineRefusal(
    409,
    `You can have no more than ${upcomingSlotsMax.toLocaleString('en')} upcoming slots. Please remove some first.`,
  ),
  unknown: defineRefusal(404, 'This slot does not exist'),
  taken: defineRefusal(409, 'This slot is already booked'),
  wrongSpan: defineRefusal(400, `Choose 1 to ${slotListDaysMax} days`),
  unknownReviewer: defineRefusal(404, 'This reviewer does not exist'),
}

import { refusal } from '../kit/refusal.ts'
import { slotListDaysMax, upcomingSlotsMax } from '../limits/slots.ts'

export const slotRefusals = {
  overlap: refusal(409, 'Slots already exist'),
  away: refusal(409, 'You are away on this day'),
  tooManyAhead: refusal(
    409,
    `You can have no more than ${upcomingSlotsMax.toLocaleString('en')} upcoming slots. Please remove some first.`,
  ),
  unknown: refusal(404, 'This slot does not exist'),
  taken: refusal(409, 'This slot is already booked'),
  wrongSpan: refusal(400, `Choose 1 to ${slotListDaysMax} days`),
  unknownReviewer: refusal(404, 'This reviewer does not exist'),
}

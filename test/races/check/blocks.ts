import { filterEntries, isDone, mayBeDone, type Race } from '../ledger.ts'
import { present, wrongRefusal } from './refusals.ts'

/** Checks who is blocked after a race. */
export function wrongBlocks(race: Race): string[] {
  const asked = filterEntries(race.log, 'block', 'unblock')
  return [
    ...race.after.people.flatMap((person) => present([wrongState(race, person)])),
    ...asked.flatMap((entry) => present([wrongRefusal(race, entry, {})])),
  ]
}

function wrongState(
  { before, log }: Race,
  { id, isBlocked }: Race['after']['people'][number],
): string | undefined {
  const was = before.people.find((person) => person.id === id)?.isBlocked ?? false
  const about = filterEntries(log, 'block', 'unblock').filter(({ asked }) => asked.person === id)
  const wanting = (call: string) => about.filter(({ asked }) => asked.call === call)
  const [toBe, other] = isBlocked ? ['block', 'unblock'] : ['unblock', 'block']
  if (was !== isBlocked && !wanting(toBe).some(mayBeDone)) {
    return `${id} is ${isBlocked ? '' : 'not '}blocked, which nobody was told of`
  }
  if (wanting(other).some(isDone) && !wanting(toBe).some(mayBeDone)) {
    return `the ${other} of ${id} was acknowledged and does not stand`
  }
  return undefined
}

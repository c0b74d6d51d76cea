import { filterEntries, isDone, mayHaveSucceeded, type Race } from '../race-log.ts'
import { checkRefusal, dropUndefined } from './refusals.ts'

/** Checks who is blocked after a race. */
export function checkBlockedPeople(race: Race): string[] {
  const asked = filterEntries(race.log, 'block', 'unblock')
  return [
    ...race.after.people.flatMap((person) => dropUndefined([wrongState(race, person)])),
    ...asked.flatMap((entry) => dropUndefined([checkRefusal(race, entry, {})])),
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
  if (was !== isBlocked && !wanting(toBe).some(mayHaveSucceeded)) {
    return `${id} is ${isBlocked ? '' : 'not '}blocked, which nobody was told of`
  }
  if (wanting(other).some(isDone) && !wanting(toBe).some(mayHaveSucceeded)) {
    return `the ${other} of ${id} was acknowledged and does not stand`
  }
  return undefined
}

import type { Deed } from '#contract/trail/deed.ts'
import type { TrailLine } from '#contract/trail.ts'
import { pathOfPerson } from '#web/paths.ts'
import { type Part, readingOf, type Words } from './reading.ts'
import { wordsOfPeople } from './words/people.ts'
import { wordsOfReviews } from './words/reviews.ts'
import { wordsOfSchool } from './words/school.ts'
import { wordsOfTasks } from './words/tasks.ts'

/**
 * What a line tells, in one sentence: 'Grace Bennett blocked Lars Kim'. Of some deeds the outcome
 * stands in `more`, what else the same call did.
 */
export function sentenceOf(line: TrailLine, timeZone: string, more: TrailLine[] = []): Part[] {
  return [doerOf(line), ' ', ...wordsFor[line.deed](readingOf(line, timeZone, more))]
}

/** Who did it. */
function doerOf({ who, call }: TrailLine): Part {
  if (who) return { name: who.name, to: pathOfPerson(who) }
  if (call.startsWith('npm run')) return 'Whoever runs the server'
  return call.includes('/set-up/') ? 'Whoever set the school up' : 'Somebody who was not signed in'
}

/** A deed that has no words here is an error of the types. */
const wordsFor: Record<Deed, Words> = {
  ...wordsOfPeople,
  ...wordsOfTasks,
  ...wordsOfReviews,
  ...wordsOfSchool,
}

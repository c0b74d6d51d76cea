import { setTimeout } from 'node:timers/promises'
import { shuffle } from '#seed/random.ts'
import type { RaceSchool, Send } from '../race-school.ts'
import { retryWhileOverloaded } from '../retry-while-overloaded.ts'

/** The status of each call of a race, by its name. */
type Statuses = Record<string, number | undefined>

/** Calls that are sent at once, and what is wrong afterwards. */
type PeopleScene = {
  calls: Record<string, () => ReturnType<Send>>
  findWrong: (statuses: Statuses) => Promise<string[]>
}

export type MakePeopleScene = (course: RaceSchool) => Promise<PeopleScene>

const apartMaxMs = 20

/**
 * Runs one race. Returns a line for each violation: a call without a reply or with a server error,
 * and what is wrong afterwards.
 */
export async function runPeopleRace(
  course: RaceSchool,
  makeScene: MakePeopleScene,
): Promise<string[]> {
  const { calls, findWrong } = await makeScene(course)
  const statuses: Statuses = {}
  await Promise.all(
    shuffle(course.random, Object.entries(calls)).map(async ([name, call]) => {
      await setTimeout(course.random() * apartMaxMs)
      const { answer } = await retryWhileOverloaded(call)
      statuses[name] = answer?.status
    }),
  )
  const failed = Object.entries(statuses).filter(([, status = 500]) => status >= 500)
  return [
    ...failed.map(([name, status]) => `${name} got ${status}`),
    ...(await findWrong(statuses)).map((line) => `${line}: ${JSON.stringify(statuses)}`),
  ]
}

/** The lines whose condition is false. */
export const listFailedConditions = (lines: Record<string, boolean>): string[] =>
  Object.keys(lines).filter((line) => !lines[line])

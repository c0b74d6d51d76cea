import type { EndpointInput } from '#contract/kit/endpoint.ts'
import { type Criterion, saveRubric } from '#contract/rubrics/rubrics.ts'
import type { TestApp } from '#test/app.ts'

type NewCriterion = EndpointInput<typeof saveRubric>['body']['criteria'][number]

const scale = (points: number) => [
  { points, text: 'Works' },
  { points: Math.floor(points / 2), text: 'Works in parts' },
  { points: 0, text: 'Does not work' },
]

/** A criterion that gives all, half or none of its points. */
export function makeCriterion(name: string, part: 'code' | 'theory', points: number): NewCriterion {
  return { name, part, points, levels: scale(points) }
}

/** Two criteria of code and one of theory. */
export const simpleCriteria: NewCriterion[] = [
  makeCriterion('Correctness', 'code', 60),
  makeCriterion('Style', 'code', 40),
  makeCriterion('Terms', 'theory', 100),
]

/** Saves the rubric of a domain as an admin, and returns its criteria. */
export async function giveRubric(
  app: Pick<TestApp, 'call'>,
  admin: { token: string },
  domain: { _id: string },
  criteria = simpleCriteria,
): Promise<Criterion[]> {
  const { body } = await app.call(saveRubric, {
    token: admin.token,
    query: { domain: domain._id },
    body: { criteria },
  })
  return body.criteria
}

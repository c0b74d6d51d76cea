import { z } from 'zod'
import { domainRefusals } from '../domains/domain.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { nameText, numberOrDigits, requiredText } from '../kit/text/text-schemas.ts'
import { lineMaxLength, nameMaxLength } from '../limits/limits.ts'
import { criteriaMax, levelsMax, markMax } from '../limits/reviews.ts'
import { abilities, mapRoles } from '../roles.ts'

/** The marks that a rubric can have criteria for. */
export const rubricParts = ['code', 'theory'] as const
export type RubricPart = (typeof rubricParts)[number]

export const tooManyCriteriaMessage = `No more than ${criteriaMax} criteria`
const wrongPoints = `Please enter whole points from 0 to ${markMax}`
const Points = numberOrDigits(wrongPoints).pipe(
  z.int(wrongPoints).min(0, wrongPoints).max(markMax, wrongPoints),
)

const levelRequiredMessage = 'Please add a level that gives points'
const NewLevel = z.object({
  points: Points,
  text: nameText('Please describe the level', lineMaxLength),
})
const NewCriterion = z
  .object({
    name: nameText('Please name the criterion', nameMaxLength),
    part: z.enum(rubricParts),
    /** The most that it gives: those of its best level, if they are left out. */
    points: Points.optional(),
    levels: z
      .array(NewLevel, { error: levelRequiredMessage })
      .min(1, levelRequiredMessage)
      .max(levelsMax, `No more than ${levelsMax} levels`),
  })
  .transform(({ points, ...criterion }) => ({
    ...criterion,
    points: points ?? getMost(criterion.levels),
  }))
type NewCriterion = z.output<typeof NewCriterion>

/** A rubric as an admin saves it: the criteria of each part add up to 100, or it has none. */
export const NewRubric = z
  .object({
    criteria: z.array(NewCriterion).max(criteriaMax, tooManyCriteriaMessage),
  })
  .superRefine(({ criteria }, { issues, addIssue }) => {
    // What is missing comes first.
    if (issues.length > 0) return
    for (const { path, message } of findProblems(criteria)) {
      addIssue({ code: 'custom', path: ['criteria', ...path], message })
    }
  })
export type NewRubric = z.output<typeof NewRubric>

function getMost(levels: { points: number }[]): number {
  return Math.max(...levels.map(({ points }) => points))
}

type Problem = { path: (string | number)[]; message: string }

function findProblems(criteria: NewCriterion[]): Problem[] {
  return [
    ...criteria.flatMap((criterion, index) =>
      findCriterionProblems(criterion, criteria.slice(0, index)).map(({ path, message }) => ({
        path: [index, ...path],
        message,
      })),
    ),
    ...rubricParts.flatMap((part) => {
      const sum = addUpPoints(criteria.filter((criterion) => criterion.part === part))
      return sum === null || sum === markMax
        ? []
        : [{ path: [], message: `The criteria of ${part} add up to ${sum} points, not ${markMax}` }]
    }),
  ]
}

function findCriterionProblems(
  { name, part, points, levels }: NewCriterion,
  before: NewCriterion[],
): Problem[] {
  const taken = before.some(
    (one) => one.part === part && one.name.toLowerCase() === name.toLowerCase(),
  )
  const all = levels.map((level) => level.points)
  const twice = all.findIndex((one, index) => all.indexOf(one) < index)
  const most = getMost(levels)
  return [
    ...(taken ? [{ path: ['name'], message: 'Another criterion has this name' }] : []),
    ...(twice >= 0
      ? [{ path: ['levels', twice, 'points'], message: 'Another level has these points' }]
      : []),
    ...(most === 0 ? [{ path: ['levels'], message: levelRequiredMessage }] : []),
    ...(points === most
      ? []
      : [{ path: ['points'], message: 'Please enter the points of the best level' }]),
  ]
}

/** The sum of some points, to two decimals; null of none. */
export function addUpPoints(of: { points: number }[]): number | null {
  if (of.length === 0) return null
  return Math.round(of.reduce((sum, { points }) => sum + points, 0) * 100) / 100
}

/** A criterion of marks. Its id stands for its content, so a changed criterion is another one. */
export const Criterion = z.object({
  _id: z.string(),
  name: z.string(),
  part: z.enum(rubricParts),
  points: z.number(),
  /** Best first. */
  levels: z.array(z.object({ points: z.number(), text: z.string() })),
})
export type Criterion = z.infer<typeof Criterion>

const query = z.object({ domain: requiredText('Please name a domain', 100) })

export const rubricSavedMessage = 'Rubric saved.'

export const getRubric = mapRoles(abilities['read rubrics'], (role) =>
  defineEndpoint({
    role,
    may: 'read rubrics',
    method: 'GET',
    path: '/rubric',
    summary:
      'Returns the criteria by which a domain’s reviews are marked; none if it has no rubric',
    query,
    reply: z.object({ criteria: z.array(Criterion) }),
    refuses: [domainRefusals.unknown],
  }),
)

export const saveRubric = defineEndpoint({
  role: 'admin',
  may: 'manage domains',
  method: 'PUT',
  path: '/rubric',
  summary:
    'Replaces the criteria of a domain. Each part adds up to 100 points or has none. Existing marks stay as they are',
  query,
  body: NewRubric,
  reply: z.object({ message: z.string(), criteria: z.array(Criterion) }),
  refuses: [domainRefusals.unknown],
})

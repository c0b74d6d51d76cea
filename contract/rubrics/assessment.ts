import { z } from 'zod'
import { defineRefusal } from '../kit/refusal.ts'
import { numberOrDigits } from '../kit/text/text-schemas.ts'
import { lineMaxLength } from '../limits/limits.ts'
import { criteriaMax, markMax } from '../limits/reviews.ts'
import { rubricParts, tooManyCriteriaMessage } from './rubrics.ts'

const wrongPoints = 'Enter points from 0 to the criterion’s maximum'

/** Points by criterion, of no more than a rubric has. */
function pointsByCriterion<Points extends z.ZodType>(points: Points) {
  return z
    .record(z.string().max(lineMaxLength), points)
    .refine((given) => Object.keys(given).length <= criteriaMax, tooManyCriteriaMessage)
    .meta({ maxProperties: criteriaMax })
}

/** Points by the id of a criterion: those of one of its levels. */
export const GivenPoints = pointsByCriterion(
  numberOrDigits(wrongPoints).pipe(
    z.number(wrongPoints).min(0, wrongPoints).max(markMax, wrongPoints),
  ),
)
export type GivenPoints = z.output<typeof GivenPoints>

/** Points by part and name of a criterion, as a reviewer's draft has them. */
export const DraftPoints = pointsByCriterion(z.number())
export type DraftPoints = z.output<typeof DraftPoints>

/** What a review was given for a criterion: a copy, so that a rubric can change. */
export const AssessedCriterion = z.object({
  _id: z.string(),
  name: z.string(),
  part: z.enum(rubricParts),
  points: z.number(),
  /** The most that the criterion gave. */
  of: z.number(),
  /** The text of the level. */
  text: z.string(),
})
export type AssessedCriterion = z.infer<typeof AssessedCriterion>

/** Asks for a level of a criterion by its name. */
export const formatMissingLevel = (criterion: string) => `Choose a level for ${criterion}`

export const assessmentRefusals = {
  notMarked: defineRefusal(409, 'Give the mark first, or send it together with the points'),
  changed: defineRefusal(
    409,
    'The rubric has changed in the meantime, so nothing was saved. Please check what you chose and save again.',
  ),
  noLevel: defineRefusal(400, 'Please give each criterion the points of one of its levels'),
  otherSum: defineRefusal(400, 'The mark must equal the sum of its criteria'),
}

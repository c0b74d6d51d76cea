import { z } from 'zod'
import { refusal } from '../kit/refusal.ts'
import { numberOrDigits } from '../kit/text/text-schemas.ts'
import { markMax } from '../limits/reviews.ts'
import { rubricParts } from './rubrics.ts'

const wrongPoints = 'Please give points from 0 to those of the criterion'

/** Points by the id of a criterion. A criterion gives any points up to its own, also between levels. */
export const GivenPoints = z.record(
  z.string().max(100),
  numberOrDigits(wrongPoints).pipe(
    z.number(wrongPoints).min(0, wrongPoints).max(markMax, wrongPoints),
  ),
)
export type GivenPoints = z.output<typeof GivenPoints>

/** What a review was given for a criterion: a copy, so that a rubric can change. */
export const AssessedCriterion = z.object({
  _id: z.string(),
  name: z.string(),
  part: z.enum(rubricParts),
  points: z.number(),
  /** The most that the criterion gave. */
  of: z.number(),
  /** The text of the level; empty between two levels. */
  text: z.string(),
})
export type AssessedCriterion = z.infer<typeof AssessedCriterion>

export const assessmentRefusals = {
  notMarked: refusal(409, 'The points of criteria are saved with the mark, or after it'),
  changed: refusal(
    409,
    'The rubric has changed meanwhile, so nothing was saved. Please check what you chose and save again.',
  ),
  tooMany: refusal(400, wrongPoints),
  otherSum: refusal(400, 'The mark must be what its criteria add up to'),
}

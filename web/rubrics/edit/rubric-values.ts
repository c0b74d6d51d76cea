import { type NewRubric, type RubricPart, rubricParts } from '#contract/rubrics/rubrics.ts'
import type { useSchemaForm } from '#web/kit/form/form.ts'

/** A criterion as it is typed. */
type CriterionValues = {
  name: string
  part: RubricPart
  levels: { points: number | string; text: string }[]
}
export type RubricValues = { criteria: CriterionValues[] }

export type RubricFormState = ReturnType<typeof useSchemaForm<RubricValues>>['form']

export const newLevel = { points: '', text: '' }

/** The criteria as a form has them: those of code first. */
export function toValues({ criteria }: NewRubric): RubricValues {
  return {
    criteria: rubricParts.flatMap((part) =>
      criteria
        .filter((criterion) => criterion.part === part)
        .map(({ name, levels }) => ({ name, part, levels })),
    ),
  }
}

/** The points that a part's criteria add up to, as far as they are typed. */
export function addUpPart({ criteria }: RubricValues, part: RubricPart): number {
  const most = ({ levels }: CriterionValues) =>
    Math.max(0, ...levels.map(({ points }) => Number(points)))
  return criteria
    .filter((criterion) => criterion.part === part)
    .reduce((sum, criterion) => sum + most(criterion), 0)
}

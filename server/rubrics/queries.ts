import { first, run, type ValueExpressions } from '#server/database/query.ts'

export const readRubric = first((db, { domainId }: ValueExpressions<{ domainId: string }>) =>
  db.selectFrom('domains').select('rubric').where('id', '=', domainId),
)

export const updateRubric = run(
  (db, { domainId, rubric }: ValueExpressions<{ domainId: string; rubric: string | null }>) =>
    db.updateTable('domains').set({ rubric }).where('id', '=', domainId),
)

export const readAssessment = first((db, { reviewId }: ValueExpressions<{ reviewId: string }>) =>
  db.selectFrom('rubric_assessments').select('criteria').where('review_id', '=', reviewId),
)

export const upsertAssessment = run(
  (db, { reviewId, criteria }: ValueExpressions<{ reviewId: string; criteria: string }>) =>
    db
      .insertInto('rubric_assessments')
      .values({ review_id: reviewId, criteria })
      .onConflict((conflict) => conflict.column('review_id').doUpdateSet({ criteria })),
)

import { first, run, type Values } from '#server/database/query.ts'

export const readRubric = first((db, { domainId }: Values<{ domainId: string }>) =>
  db.selectFrom('domains').select('rubric').where('id', '=', domainId),
)

export const updateRubric = run(
  (db, { domainId, rubric }: Values<{ domainId: string; rubric: string | null }>) =>
    db.updateTable('domains').set({ rubric }).where('id', '=', domainId),
)

export const readAssessment = first((db, { reviewId }: Values<{ reviewId: string }>) =>
  db.selectFrom('rubric_assessments').select('criteria').where('review_id', '=', reviewId),
)

export const upsertAssessment = run(
  (db, { reviewId, criteria }: Values<{ reviewId: string; criteria: string }>) =>
    db
      .insertInto('rubric_assessments')
      .values({ review_id: reviewId, criteria })
      .onConflict((conflict) => conflict.column('review_id').doUpdateSet({ criteria })),
)

import { isActiveParticipant } from '#server/database/person-conditions.ts'
import { all, didChange, type Values } from '#server/database/query.ts'

type After = { afterId: string; most: number }

/** Returns active people who want a weekly summary, by id, after `afterId`. */
export const readSubscribers = all((db, { afterId, most }: Values<After>) =>
  db
    .selectFrom('notification_settings')
    .innerJoin('people', 'people.id', 'notification_settings.person_id')
    .leftJoin('weekly_summaries', 'weekly_summaries.person_id', 'people.id')
    .select(['people.id', 'people.name', 'people.email', 'people.role'])
    .select(['notification_settings.summary_weekday as weekday', 'notification_settings.zone'])
    .select(['notification_settings.quiet_from', 'notification_settings.quiet_to'])
    .select('weekly_summaries.week as told_week')
    .where('notification_settings.summary_weekday', 'is not', null)
    .where(isActiveParticipant)
    .where('people.id', '>', afterId)
    .orderBy('people.id')
    .limit(most),
)

/** Records the week whose summary a person is mailed; false if that was done before. */
export const claimSummaryWeek = didChange(
  (db, { personId, week }: Values<{ personId: string; week: string }>) =>
    db
      .insertInto('weekly_summaries')
      .values({ person_id: personId, week })
      .onConflict((conflict) =>
        conflict
          .column('person_id')
          .doUpdateSet({ week })
          .whereRef('weekly_summaries.week', '<>', 'excluded.week'),
      )
      .returning('person_id'),
)

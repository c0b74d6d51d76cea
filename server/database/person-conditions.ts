import { sql } from 'kysely'

/**
 * SQL condition on `people`, or on the alias `student` of it: not blocked, and not a student whose
 * course is paused or finished.
 */
export const isParticipating = (table: 'people' | 'student' = 'people') => {
  const [blocked, paused, finished] = getReasons(table)
  return sql<boolean>`(${blocked} is null and ${paused} is null and ${finished} is null)`
}

/** The opposite of `isParticipating`, in the words of the index of these few people. */
export const isNotParticipating = (() => {
  const [blocked, paused, finished] = getReasons('people')
  return sql<boolean>`(${blocked} is not null or ${paused} is not null or ${finished} is not null)`
})()

function getReasons(table: string) {
  return [
    sql.ref(`${table}.blocked_at`),
    sql.ref(`${table}.paused_at`),
    sql.ref(`${table}.finished_at`),
  ] as const
}

/** SQL condition on `people`: verified and not blocked. All of it for advisors and reviewers. */
export const isActive = sql<boolean>`(people.verified_at is not null and people.blocked_at is null)`

/** SQL condition on `people`: verified, and takes part. */
export const isActiveParticipant = sql<boolean>`(people.verified_at is not null and ${isParticipating()})`

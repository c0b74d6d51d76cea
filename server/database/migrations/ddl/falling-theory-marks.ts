import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../../connect.ts'

/**
 * The last marks up to a review of `reviews`, and the three before them, each lower than before.
 */
const chain = `select 1 from reviews as one
  join reviews as two on two.id = one.follows_id
  join reviews as three on three.id = two.follows_id
  join reviews as four on four.id = three.follows_id
  where one.id = case when reviews.status = 'conducted' then reviews.id else reviews.follows_id end
    and one.status = 'conducted' and two.status = 'conducted'
    and three.status = 'conducted' and four.status = 'conducted'
    and one.theory < two.theory and two.theory < three.theory and three.theory < four.theory`

/** SQL: whether theory fell three times in a row up to the last marks of a row of `reviews`. */
export const isTheoryFalling = `exists (${chain})`

/** The review and the four that follow it: its marks count in all of them. */
const affected = `select new.id
  union all select a.id from reviews as a where a.follows_id = new.id
  union all select b.id from reviews as a join reviews as b on b.follows_id = a.id
    where a.follows_id = new.id
  union all select c.id from reviews as a join reviews as b on b.follows_id = a.id
    join reviews as c on c.follows_id = b.id where a.follows_id = new.id
  union all select d.id from reviews as a join reviews as b on b.follows_id = a.id
    join reviews as c on c.follows_id = b.id join reviews as d on d.follows_id = c.id
    where a.follows_id = new.id`

const noteAffected = `update reviews
  set theory_falling = case when ${isTheoryFalling} then 1 else 0 end
  where id in (${affected})`

/** `npm run move` brings reviews in any order: what it brings stays. */
const noteAdded = `update reviews set theory_falling = 1
  where id = new.id and ${isTheoryFalling}`

const isChanged = `new.theory <> old.theory or new.follows_id is distinct from old.follows_id
  or (new.status <> old.status and 'conducted' in (new.status, old.status))`

/**
 * Makes the database note in a review whether theory fell three times in a row up to its last
 * marks, also when earlier marks are changed. For a migration.
 */
export async function noteFallingTheory(db: Kysely<unknown>): Promise<void> {
  for (const statement of isPostgres(db) ? notingInPostgres : notingInSqlite) {
    await sql.raw(statement).execute(db)
  }
}

const notingInPostgres = [
  `create function note_falling_theory() returns trigger language plpgsql as $$
    begin ${noteAffected}; return new; end $$`,
  `create function note_falling_theory_of_added() returns trigger language plpgsql as $$
    begin ${noteAdded}; return new; end $$`,
  `create trigger reviews_theory_noted after update of theory, status, follows_id on reviews
    for each row when (${isChanged}) execute function note_falling_theory()`,
  `create trigger reviews_added_theory_noted after insert on reviews
    for each row when (new.follows_id is not null)
    execute function note_falling_theory_of_added()`,
]

const notingInSqlite = [
  `create trigger reviews_theory_noted after update of theory, status, follows_id on reviews
    when ${isChanged} begin ${noteAffected}; end`,
  `create trigger reviews_added_theory_noted after insert on reviews
    when new.follows_id is not null begin ${noteAdded}; end`,
]

import type { Db } from '#server/database/connect.ts'
import { didChange, first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

type Row = Tables['email_changes']

export const insertEmailChange = run((db, change: Values<Omit<Row, 'changed_at'>>) =>
  db.insertInto('email_changes').values({ ...change, changed_at: null }),
)

/** Deletes a person's unconfirmed email changes. */
export const deleteUnconfirmedChange = run((db, { personId }: Values<{ personId: string }>) =>
  db.deleteFrom('email_changes').where('person_id', '=', personId).where('changed_at', 'is', null),
)

/** Deletes a person's email changes, with the links that undo them, except those back to `email`. */
export const deleteChangesFromOtherEmails = run(
  (db, { personId, email }: Values<{ personId: string; email: string }>) =>
    db
      .deleteFrom('email_changes')
      .where('person_id', '=', personId)
      .where('old_email', '!=', email),
)

type Asked = Values<Pick<Row, 'secret_hash'> & { now: number }>

/** Returns the change that a link confirms, if it is valid at `now`. */
export const readUnconfirmedChange = first((db, asked: Asked) =>
  selectByLink(db, asked).where('changed_at', 'is', null),
)

/** Returns the change that a link undoes, if it is valid at `now`. */
export const readConfirmedChange = first((db, asked: Asked) =>
  selectByLink(db, asked).where('changed_at', 'is not', null),
)

/** Returns the latest change away from an address that can still be undone at `now`. */
export const readUndoableChange = first(
  (db, { personId, oldEmail, now }: Values<{ personId: string; oldEmail: string; now: number }>) =>
    db
      .selectFrom('email_changes')
      .select('id')
      .where('person_id', '=', personId)
      .where('old_email', '=', oldEmail)
      .where('changed_at', 'is not', null)
      .where('expires_at', '>', now)
      .orderBy('id', 'desc')
      .limit(1),
)

function selectByLink(db: Db, { secret_hash, now }: Asked) {
  return db
    .selectFrom('email_changes')
    .innerJoin('people', 'people.id', 'email_changes.person_id')
    .select([
      'email_changes.id',
      'person_id',
      'old_email',
      'new_email',
      'changed_at',
      'people.role',
    ])
    .where('secret_hash', '=', secret_hash)
    .where('expires_at', '>', now)
}

type Confirmed = { id: string; secretHash: string; undoHash: string; now: number; until: number }

/** Confirms a change and stores the link that undoes it; false if another call was faster. */
export const markChangeConfirmed = didChange(
  (db, { id, secretHash, undoHash, now, until }: Values<Confirmed>) =>
    db
      .updateTable('email_changes')
      .set({ secret_hash: undoHash, changed_at: now, expires_at: until })
      .where('id', '=', id)
      .where('secret_hash', '=', secretHash),
)

/** Deletes an email change; false if it is gone already. */
export const consumeEmailChange = didChange((db, { id }: Values<{ id: string }>) =>
  db.deleteFrom('email_changes').where('id', '=', id),
)

/** Deletes a person's email changes that were requested after the given one. */
export const deleteLaterChanges = run(
  (db, { id, personId }: Values<{ id: string; personId: string }>) =>
    db.deleteFrom('email_changes').where('person_id', '=', personId).where('id', '>', id),
)

import { sql } from 'kysely'
import { importsListedMax } from '#contract/people/import-people.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { all, first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import { selectPendingInvitees } from '#server/people/invited-people.ts'

export const insertImport = run((db, row: Values<Tables['imports']>) =>
  db.insertInto('imports').values(row),
)

/** Whether there is an import with this id, and how many of its people are left. */
export const readImport = first((db, { id }: Values<{ id: string }>) =>
  db
    .selectFrom('imports')
    .select(['id', 'role', 'added'])
    .select((of) =>
      of
        .selectFrom('people')
        .select((person) => person.fn.countAll<number>().as('count'))
        .whereRef('people.import_id', '=', 'imports.id')
        .$asScalar()
        .$notNull()
        .as('left'),
    )
    .where('id', '=', id),
)

/** Returns the newest imports of a role, and how many of the people of each can be removed. */
export const readNewestImports = all((db, { role }: Values<{ role: ProfileRole }>) =>
  db
    .selectFrom('imports')
    .innerJoin('people as by', 'by.id', 'imports.person_id')
    .select(['imports.id', 'imports.role', 'imports.at', 'imports.added'])
    .select(['by.id as admin_id', 'by.name as admin'])
    .select(
      selectPendingInvitees(db)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('people.import_id', '=', sql.ref<string>('imports.id'))
        .$asScalar()
        .$notNull()
        .as('removable'),
    )
    .where('imports.role', '=', role)
    .orderBy('imports.at', 'desc')
    .orderBy('imports.id', 'desc')
    .limit(importsListedMax),
)

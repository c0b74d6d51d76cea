import { importsListedMax } from '#contract/limits/people.ts'
import type { AddableRole } from '#contract/roles.ts'
import { all, first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import { selectUnanswered } from '#server/people/invited-people.ts'

/** Inserts an import. */
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

/** Returns the newest imports of a role of which somebody can be removed, and how many can. */
export const readUndoableImports = all((db, { role }: Values<{ role: AddableRole }>) =>
  db
    .selectFrom(
      selectUnanswered(db)
        .select(({ fn }) => ['people.import_id', fn.countAll<number>().as('removable')])
        .where('people.import_id', 'is not', null)
        .groupBy('people.import_id')
        .as('unanswered'),
    )
    .innerJoin('imports', 'imports.id', 'unanswered.import_id')
    .innerJoin('people as by', 'by.id', 'imports.person_id')
    .select(['imports.id', 'imports.role', 'imports.at', 'imports.added', 'removable'])
    .select(['by.id as admin_id', 'by.name as admin'])
    .where('imports.role', '=', role)
    .orderBy('imports.at', 'desc')
    .orderBy('imports.id', 'desc')
    .limit(importsListedMax),
)

import { sql } from 'kysely'
import type { TestApp } from '../app.ts'

/**
 * Makes the database refuse rows of a table whose column is not as `allowed` says, such as
 * `is null`: for work that fails halfway.
 */
export function makeRefuseRows(
  { context, address }: Pick<TestApp, 'context' | 'address'>,
  { table, column, allowed }: { table: string; column: string; allowed: string },
) {
  const run = async (statements: string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(context.db)
  }
  const events = ['insert', 'update']
  const [refuse, allow] =
    address.kind === 'postgres'
      ? [
          [`alter table ${table} add constraint refused check (${column} ${allowed})`],
          [`alter table ${table} drop constraint refused`],
        ]
      : [
          events.map(
            (event) => `create trigger refused_${event} before ${event} on ${table}
              when not (new.${column} ${allowed}) begin select raise(abort, 'refused'); end`,
          ),
          events.map((event) => `drop trigger refused_${event}`),
        ]
  return { refuse: () => run(refuse), allow: () => run(allow) }
}

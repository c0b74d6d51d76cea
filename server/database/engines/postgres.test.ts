import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { canShareDatabase } from '#test/live-app.ts'

test.runIf(canShareDatabase)(
  'a machine that has gone silent within a transaction keeps its locks for a minute at most',
  async () => {
    const { context } = await startApp()
    const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(context.db)
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }])
  },
)

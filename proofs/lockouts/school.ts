import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minuteMs } from '#contract/kit/time/durations.ts'
import {
  type LoginSource,
  recordFailedLogin,
  refuseTooManyFailedLogins,
} from '#server/accounts/lockouts/failed-logins.ts'
import { rememberNetwork } from '#server/accounts/lockouts/known-networks.ts'
import { openDatabase } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { noLive } from '#server/kit/live/live-interface.ts'
import { readSettings } from '#server/kit/settings/settings.ts'
import { createPerson } from '#server/people/actions.ts'

const noon = Date.parse('2026-03-02T12:00:00Z')

/** A school with a simulated clock and the server's own login rules. */
export type School = {
  /** Advances the clock by so many minutes, and runs `each` at the beginning of each. */
  forMinutes: (minutes: number, each: (minute: number) => Promise<void>) => Promise<void>
  addPeople: (count: number) => Promise<Person[]>
  /** Signs in with the right password. Returns false if refused. */
  signIn: (person: Person, address: string) => Promise<boolean>
  /** Tries a wrong password. Returns false if it was refused unchecked. */
  guess: (from: LoginSource) => Promise<boolean>
}
export type Person = { id: string; email: string }

/** Runs `work` with a new school in a temporary SQLite database. */
export async function inSchool<T>(work: (school: School) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-lockouts-'))
  const db = openDatabase({ kind: 'sqlite', file: join(folder, 'weekward.db') })
  try {
    await migrate(db)
    let now = noon
    const settings = readSettings({ DATA_DIR: folder })
    const whole: Context = { db, clock: () => now, live: noLive, settings }
    // One transaction for all, because nothing needs to reach the disk.
    return await inTransaction(whole, (context) => {
      const later = (ms: number) => {
        now += ms
      }
      return work(schoolIn(context, later))
    })
  } finally {
    await db.destroy()
    rmSync(folder, { recursive: true })
  }
}

function schoolIn(context: Context<Tx>, later: (ms: number) => void): School {
  return {
    async forMinutes(minutes, each) {
      for (let minute = 0; minute < minutes; minute++) {
        await each(minute)
        later(minuteMs)
      }
    },
    async addPeople(count) {
      const people: Person[] = []
      for (let one = 0; one < count; one++) {
        const email = `person-${one}@school.test`
        const { id } = await createPerson(context, { role: 'advisor', name: 'Ana', email })
        people.push({ id, email })
      }
      return people
    },
    async signIn({ id, email }, address) {
      const isJudged = await judged(() => refuseTooManyFailedLogins(context, { email, address }))
      if (isJudged) await rememberNetwork(context, id, address)
      return isJudged
    },
    guess: (from) => judged(() => recordFailedLogin(context, from)),
  }
}

async function judged(attempt: () => Promise<void>): Promise<boolean> {
  try {
    await attempt()
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

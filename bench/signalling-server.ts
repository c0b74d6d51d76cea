import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { hourMs, minuteMs, systemClock } from '#server/kit/clock.ts'
import type { Context } from '#server/kit/context.ts'
import { openDatabase } from '#server/kit/database.ts'
import { newId } from '#server/kit/id.ts'
import { noLive } from '#server/kit/live.ts'
import { migrate } from '#server/kit/migrate.ts'
import { openSession } from '#server/kit/session.ts'
import { readSettings } from '#server/kit/settings.ts'

export type RunningServer = Awaited<ReturnType<typeof startServer>>

/**
 * Starts the real server on a school with as many reviews that can be held now. It can be asked for
 * its memory after its rubbish has been collected, if a module for that is named in `imports`.
 */
export async function startServer(folder: string, rooms: number, imports: string[] = []) {
  const environment = {
    ...process.env,
    DATA_DIR: folder,
    PORT: '0',
    DEMO: 'off',
    RATE_LIMIT: 'off',
  }
  const settings = readSettings(environment)
  const db = openDatabase(settings.database)
  await migrate(db)
  const context: Context = { db, clock: systemClock, live: noLive, settings }
  const people = await db.transaction().execute((tx) => fillRooms({ ...context, db: tx }, rooms))
  await db.destroy()

  const flags = imports.flatMap((file) => ['--expose-gc', '--import', file])
  const main = join(import.meta.dirname, '../server/main.ts')
  const child = spawn(process.execPath, [...flags, main], {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  const { stdout } = child
  if (!stdout) throw new Error('the server has no output')
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the server did not start')))
    createInterface(stdout).on('line', (line) => {
      const ready = line.match(/^weekward ready on (\S+)$/)?.[1]
      if (ready) resolve(ready)
    })
  })
  return {
    url,
    people,
    child,
    /** Resident memory, as Linux tells it. */
    memoryMb() {
      const kilobytes = readFileSync(`/proc/${child.pid}/status`, 'utf8').match(
        /VmRSS:\s+(\d+)/,
      )?.[1]
      return Math.round(Number(kilobytes) / 1024)
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Makes a student, a reviewer, a slot and a scheduled review for each room. */
async function fillRooms(context: Context, rooms: number) {
  const { db, clock } = context
  const now = clock()
  const domain = newId()
  const named = { id: domain, name: domain, name_key: domain, created_at: now }
  await db.insertInto('domains').values(named).execute()
  const people: { token: string; room: string }[] = []
  for (let count = 0; count < rooms; count++) {
    const [room, slot, student, reviewer] = [newId(), newId(), newId(), newId()]
    for (const [id, role] of [
      [student, 'student'],
      [reviewer, 'reviewer'],
    ] as const) {
      const email = `${id}@bench.test`
      await db
        .insertInto('people')
        .values({
          ...{ id, role, name: id, email, search_key: id },
          ...{ verified_at: now, created_at: now },
          ...(role === 'student' ? { domain_id: domain, week: 1 } : {}),
        })
        .execute()
      people.push({ token: await openSession(context, id), room })
    }
    const times = { starts_at: now + hourMs, ends_at: now + hourMs + 30 * minuteMs }
    await db
      .insertInto('slots')
      .values({ id: slot, reviewer_id: reviewer, ...times })
      .execute()
    await db
      .insertInto('reviews')
      .values({
        ...{ id: room, student_id: student, week: 1, status: 'review-scheduled', slot_id: slot },
        ...{ due_at: now, created_at: now, code: 0, theory: 0, week_status: '' },
        ...{ pending_task: '[]', seminar: 'Not added', progress: 'Not added', typing: 'Not added' },
      })
      .execute()
  }
  return people
}

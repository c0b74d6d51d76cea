import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { seedDemo } from '#seed/demo.ts'
import { openDatabase } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { noLive } from '#server/kit/live/live-interface.ts'
import { defaultSettings, monday } from '../app.ts'
import { schoolZone } from './days.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The database file of the demo school on the tests' Monday; each test copies it. */
    demoSchool: string
  }
}

/** Creates a demo school for the run. Returns how to remove it. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-demo-'))
  const file = join(folder, 'weekward.db')
  const db = openDatabase({ kind: 'sqlite', file })
  await migrate(db)
  const settings = { ...defaultSettings, timeZone: schoolZone }
  await seedDemo({ db, clock: () => monday, live: noLive, settings })
  await db.destroy()
  project.provide('demoSchool', file)
  return () => rmSync(folder, { recursive: true })
}

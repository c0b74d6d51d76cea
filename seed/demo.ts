import type { Context } from '#server/kit/context.ts'
import { fillDatabase } from './fill.ts'

const school = { seed: 14, students: 60, weeks: { from: 1, to: 12 } }

/**
 * Fills an empty database with demo data (contract, section 8): people, domains, tasks, slots and
 * reviews as they would stand at this hour. One that has people is left alone.
 */
export async function seedDemo(context: Context): Promise<void> {
  await fillDatabase(context, school)
}

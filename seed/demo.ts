import type { Context } from '#server/kit/context.ts'
import { fillDatabase } from './fill.ts'

const school = { seed: 14, students: 60, weeks: { from: 1, to: 12 } }

/**
 * Fills an empty database with demo data (contract, section 8): people, domains, tasks, slots and
 * reviews as of now. Leaves a database with people alone.
 */
export async function seedDemo(context: Context): Promise<void> {
  await fillDatabase(context, school)
}

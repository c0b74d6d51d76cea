import type { Part } from './figure.ts'
import { calls } from './parts/calls.ts'
import { connects } from './parts/connects.ts'
import { growth } from './parts/database/growth.ts'
import { reads } from './parts/database/reads.ts'
import { bookingsBesideBareWrites } from './parts/database/write-floor.ts'
import { feed } from './parts/feed.ts'
import { imports } from './parts/imports.ts'
import { memory } from './parts/memory.ts'
import { plan } from './parts/plan.ts'
import { reminders } from './parts/reminders.ts'
import { rush } from './parts/rush.ts'
import { since } from './parts/since.ts'
import { sockets } from './parts/sockets.ts'

/** The benchmarks in the order they run. */
export const parts: readonly Part[] = [
  ...since,
  bookingsBesideBareWrites,
  calls,
  growth,
  reads,
  memory,
  rush,
  sockets,
  connects,
  plan,
  feed,
  reminders,
  imports,
]

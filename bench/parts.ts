import type { Benchmark } from './figure.ts'
import { calendarFeeds } from './parts/calendar-feeds.ts'
import { calls } from './parts/calls.ts'
import { connectFlood } from './parts/connect-flood.ts'
import { growth } from './parts/database/growth.ts'
import { reads } from './parts/database/reads.ts'
import { bookingsBesideBareWrites } from './parts/database/write-floor.ts'
import { imports } from './parts/imports.ts'
import { memory } from './parts/memory.ts'
import { reminders } from './parts/reminders.ts'
import { reviewPlanning } from './parts/review-planning.ts'
import { rush } from './parts/rush.ts'
import { since } from './parts/since.ts'
import { sockets } from './parts/sockets.ts'

/** The benchmarks in the order they run. */
export const parts: readonly Benchmark[] = [
  ...since,
  bookingsBesideBareWrites,
  calls,
  growth,
  reads,
  memory,
  rush,
  sockets,
  connectFlood,
  reviewPlanning,
  calendarFeeds,
  reminders,
  imports,
]

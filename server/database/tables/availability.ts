import type { CalendarError } from '#contract/kit/kinds/calendar-error.ts'

export type AvailabilityTables = {
  /** Between reviews, at most on a day (null: any number), and before a slot begins; minutes. */
  availabilities: {
    reviewer_id: string
    buffer: number
    most_a_day: number | null
    notice: number
    saved_at: number
  }
  /** A span of a weekday (1: Monday) that is cut into slots, by the school's clock and calendar. */
  availability_blocks: {
    id: string
    reviewer_id: string
    weekday: number
    time_from: string
    time_to: string
    review_time: number
    every_weeks: number
    since: string
    until: string | null
  }
  /** Dates of the school's zone, both included. */
  absences: {
    id: string
    reviewer_id: string
    date_from: string
    date_to: string
    reason: string
    created_at: number
  }
  /**
   * Slots within the weekly availability that were removed by hand: nothing that overlaps them is
   * generated. The end of those removed before version 0.3 is null.
   */
  removed_slots: { reviewer_id: string; starts_at: number; ends_at: number | null }
  /** A reviewer's own calendar, by its secret address. */
  private_calendars: {
    reviewer_id: string
    url: string
    created_at: number
    /** When it is read next. */
    due_at: number
    /** A process reads it until then. */
    claimed_until: number | null
    tried_at: number | null
    /** When it was last read successfully, and until when its busy times were kept then. */
    read_at: number | null
    read_until: number | null
    etag: string | null
    failing_since: number | null
    /** When the reviewer was notified that it cannot be read. */
    notified_at: number | null
    /** Why it cannot be read. */
    error: CalendarError | null
    /** A JSON list of what was not read of it. */
    left_out: string | null
  }
  /** Apart from each other. */
  busy_times: { reviewer_id: string; starts_at: number; ends_at: number }
}

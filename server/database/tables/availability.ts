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
  /** Made slots that were removed by hand: they are not made again. */
  removed_slots: { reviewer_id: string; starts_at: number }
}

import type { Insertable } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** A whole school as table rows. */
export type SchoolRows = {
  domains: Tables['domains'][]
  tasks: Tables['tasks'][]
  people: Tables['people'][]
  reviewer_domains: Tables['reviewer_domains'][]
  invitations: Tables['invitations'][]
  slots: SlotRow[]
  reviews: ReviewRow[]
  call_events: Tables['call_events'][]
  known_networks: Tables['known_networks'][]
  outbox: Tables['outbox'][]
  availabilities: Tables['availabilities'][]
  availability_blocks: Tables['availability_blocks'][]
  absences: Tables['absences'][]
  removed_slots: Tables['removed_slots'][]
  advisor_settings: Tables['advisor_settings'][]
  reschedule_requests: Tables['reschedule_requests'][]
  reschedule_request_slots: Tables['reschedule_request_slots'][]
  no_shows: Tables['no_shows'][]
  /** In addition to the rows derived from reviews (`makeReviewHistory`). */
  review_history: Tables['review_history'][]
}

export type PersonRow = Tables['people']
/** Slots published by hand. */
export type SlotRow = Omit<Tables['slots'], 'is_generated' | 'is_busy'>
/**
 * Without columns that the database copies from the slot and the previous review, and those that
 * only matter while a change can be undone.
 */
export type ReviewRow = Required<
  Omit<
    Insertable<Tables['reviews']>,
    | ('reviewer_id' | 'held_at' | 'freed_slot_id' | 'lost_starts_at' | 'lost_reviewer_id')
    | ('tries' | 'follows_critical' | 'theory_falling' | 'held_ms')
  >
> &
  Pick<Insertable<Tables['reviews']>, 'lost_starts_at' | 'lost_reviewer_id'>

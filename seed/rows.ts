import type { Insertable } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** A whole school, as rows of the tables. */
export type SchoolRows = {
  domains: Tables['domains'][]
  tasks: Tables['tasks'][]
  people: Tables['people'][]
  reviewer_domains: Tables['reviewer_domains'][]
  invitations: Tables['invitations'][]
  slots: Tables['slots'][]
  reviews: ReviewRow[]
  call_events: Tables['call_events'][]
  known_networks: Tables['known_networks'][]
  outbox: Tables['outbox'][]
}

export type PersonRow = Tables['people']
export type SlotRow = Tables['slots']
/** Without what the database copies from the slot, and what can be undone for minutes alone. */
export type ReviewRow = Required<
  Omit<Insertable<Tables['reviews']>, 'reviewer_id' | 'held_at' | 'freed_slot_id'>
>

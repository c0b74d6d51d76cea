import type { Tables } from '#server/kit/tables.ts'

/** A whole school, as rows of the tables. */
export type SchoolRows = {
  domains: Tables['domains'][]
  tasks: Tables['tasks'][]
  people: Tables['people'][]
  reviewer_domains: Tables['reviewer_domains'][]
  invitations: Tables['invitations'][]
  slots: Tables['slots'][]
  reviews: Tables['reviews'][]
  call_events: Tables['call_events'][]
}

export type PersonRow = Tables['people']
export type SlotRow = Tables['slots']
export type ReviewRow = Tables['reviews']

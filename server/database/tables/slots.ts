import type { ColumnType } from 'kysely'

export type SlotTables = {
  slots: {
    id: string
    reviewer_id: string
    starts_at: number
    ends_at: number
    /** 1 when it was made from the reviewer's availability, which also removes it again. */
    is_generated: ColumnType<number, number | undefined>
    /** 1 when it overlaps one of the reviewer's busy times. */
    is_busy: ColumnType<number, number | undefined>
  }
}

import type { CourseOutcome } from '#contract/kit/kinds/course-outcome.ts'
import type { ProfileRole, Role } from '#contract/roles.ts'

export type PersonTables = {
  people: {
    id: string
    role: Role
    name: string
    email: string
    /** Name and email, folded: what a search looks in. */
    search_key: string
    /** What lists are ordered by. */
    sort_key: string
    password_hash: string | null
    verified_at: number | null
    blocked_at: number | null
    /**
     * Of a student, since when the course is paused, to which date (YYYY-MM-DD) at most, and why.
     */
    paused_at: number | null
    paused_until: string | null
    pause_reason: string | null
    /** Of a student, when the course ended, how, and why if that was said. */
    finished_at: number | null
    outcome: CourseOutcome | null
    finish_reason: string | null
    /** Since when the person is a stub, without anything that tells who it was. */
    erased_at: number | null
    number: string | null
    gender: string | null
    qualification: string | null
    address: string | null
    dob: string | null
    age: number | null
    domain_id: string | null
    week: number | null
    created_at: number
    /** When an invitation was sent last; null while none was, or before that was noted. */
    invited_at: number | null
    /** The import that added the person; null if none did. */
    import_id: string | null
    /** The advisor a student gets with the first review, if one was chosen. */
    first_advisor_id: string | null
  }
  /** Each import of people from a file, and the admin who made it. */
  imports: { id: string; person_id: string; role: ProfileRole; added: number; at: number }
  /** Has a row only within the transaction that erases a person. */
  erasing: { person_id: string }
  reviewer_domains: { reviewer_id: string; domain_id: string }
}

import type { PhoneNumberForm } from '#contract/kit/text/phone-numbers.ts'
import type { Language } from '#contract/kit/text/sorting-languages.ts'

export type SchoolTables = {
  /** What the school has set of itself, in one row; null for what is as usual. */
  school_settings: {
    id: 1
    /** Counts the changes: whoever has read an older one reads anew. */
    version: number
    name: string | null
    /** The picture's bytes, in base64. */
    logo: string | null
    time_zone: string | null
    /** Holds the mail server's password. */
    smtp_url: string | null
    /** An address alone. */
    mail_from: string | null
    /** On so many days, today's included, slots can be booked. */
    bookable_days: number | null
    /** In whose order lists are. */
    language: Language | null
    /** How mobile numbers are given. */
    phone_numbers: PhoneNumberForm | null
    plan_earliest_days: number | null
    plan_notice_hours: number | null
    /** As JSON, by date. */
    holidays: string | null
  }
  /** The Monday of the last week of which a person was mailed a summary. */
  weekly_summaries: { person_id: string; week: string }
}

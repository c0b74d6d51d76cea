import {
  defaultPhoneNumberFormat,
  type PhoneNumberFormat,
} from '#contract/kit/text/phone-number-formats.ts'
import {
  defaultSortingLanguage,
  type SortingLanguage,
} from '#contract/kit/text/sorting-languages.ts'
import type { Holiday } from '#contract/kit/time/holidays.ts'
import {
  bookingHorizonDaysDefault,
  planDaysBeforeDueDefault,
  planNoticeHoursDefault,
  productName,
} from '#contract/limits/limits.ts'
import type { SchoolLogo } from './school.ts'

/** The settings that a school can make on its page; undefined means the default. */
export type SchoolSettingValues = {
  schoolName?: string | undefined
  schoolLogo?: SchoolLogo | undefined
  timeZone?: string | undefined
  smtpUrl?: string | undefined
  /** `Name <address>` or an address. */
  mailFrom?: string | undefined
  /** How many days ahead slots can be booked, today included. */
  bookableDays?: number | undefined
  language?: SortingLanguage | undefined
  phoneNumbers?: PhoneNumberFormat | undefined
  /** How many days before its due date, and how many hours from now, a review may be planned. */
  planEarliestDays?: number | undefined
  planNoticeHours?: number | undefined
  holidays?: readonly Holiday[] | undefined
}

/**
 * Merges the settings: the environment wins over the database, which wins over the defaults. The
 * sender's name is the school's unless the environment says otherwise.
 */
export function getEffectiveSettings(
  given: SchoolSettingValues,
  kept: SchoolSettingValues,
  appUrl: string,
) {
  const schoolName = given.schoolName ?? kept.schoolName ?? productName
  const from = kept.mailFrom ?? `no-reply@${new URL(appUrl).hostname}`
  return {
    /** The school's name, and its logo, which replaces ours. */
    schoolName,
    schoolLogo: given.schoolLogo ?? kept.schoolLogo,
    timeZone: given.timeZone ?? kept.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    /** The language whose order lists use. */
    language: given.language ?? kept.language ?? defaultSortingLanguage,
    phoneNumbers: given.phoneNumbers ?? kept.phoneNumbers ?? defaultPhoneNumberFormat,
    /** Undefined if mails are written to files. */
    smtpUrl: given.smtpUrl ?? kept.smtpUrl,
    /** The sender of every mail, as `Name <address>` or an address alone. */
    mailFrom: given.mailFrom ?? formatSender(schoolName, from),
    bookableDays: kept.bookableDays ?? bookingHorizonDaysDefault,
    planEarliestDays: kept.planEarliestDays ?? planDaysBeforeDueDefault,
    planNoticeHours: kept.planNoticeHours ?? planNoticeHoursDefault,
    holidays: kept.holidays ?? [],
  }
}

/** A name is quoted unless it has only letters, digits and spaces (RFC 5322). */
function formatSender(name: string, address: string): string {
  const isPlain = /^[\p{L}\p{N} ]+$/u.test(name)
  const shown = isPlain ? name : `"${name.replace(/["\\]/g, '\\$&')}"`
  return `${shown} <${address}>`
}

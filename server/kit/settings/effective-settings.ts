import { defaultLanguage, type Language } from '#contract/kit/text/language.ts'
import { defaultPhoneNumbers, type PhoneNumberForm } from '#contract/kit/text/phone-numbers.ts'
import {
  bookingHorizonDays,
  planEarliestDaysDefault,
  planNoticeHoursDefault,
  productName,
} from '#contract/limits.ts'
import type { SchoolLogo } from './school.ts'

/** What a school sets of itself; what is undefined is as usual. */
export type SchoolSettingValues = {
  schoolName?: string | undefined
  schoolLogo?: SchoolLogo | undefined
  timeZone?: string | undefined
  smtpUrl?: string | undefined
  /** As `Name <address>` or an address alone. */
  mailFrom?: string | undefined
  /** On so many days, today's included, slots can be booked. */
  bookableDays?: number | undefined
  language?: Language | undefined
  phoneNumbers?: PhoneNumberForm | undefined
  /** How far ahead of its due date, and of now (hours), a review is planned. */
  planEarliestDays?: number | undefined
  planNoticeHours?: number | undefined
}

/**
 * The settings in use: those of the server's environment over those that the database keeps, over
 * the usual ones. The sender has the school's name unless the environment says otherwise.
 */
export function getEffectiveSettings(
  given: SchoolSettingValues,
  kept: SchoolSettingValues,
  appUrl: string,
) {
  const schoolName = given.schoolName ?? kept.schoolName ?? productName
  const from = kept.mailFrom ?? `no-reply@${new URL(appUrl).hostname}`
  return {
    /** What the school is called, and its picture, which is shown in the place of ours. */
    schoolName,
    schoolLogo: given.schoolLogo ?? kept.schoolLogo,
    timeZone: given.timeZone ?? kept.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    /** In whose order lists are. */
    language: given.language ?? kept.language ?? defaultLanguage,
    /** How mobile numbers are given. */
    phoneNumbers: given.phoneNumbers ?? kept.phoneNumbers ?? defaultPhoneNumbers,
    /** Undefined: each mail is a file. */
    smtpUrl: given.smtpUrl ?? kept.smtpUrl,
    /** The sender of every mail, as `Name <address>` or an address alone. */
    mailFrom: given.mailFrom ?? formatSender(schoolName, from),
    bookableDays: kept.bookableDays ?? bookingHorizonDays,
    planEarliestDays: kept.planEarliestDays ?? planEarliestDaysDefault,
    planNoticeHours: kept.planNoticeHours ?? planNoticeHoursDefault,
  }
}

/** A name of letters, digits and spaces stands as it is, any other in quotes (RFC 5322). */
function formatSender(name: string, address: string): string {
  const isPlain = /^[\p{L}\p{N} ]+$/u.test(name)
  const shown = isPlain ? name : `"${name.replace(/["\\]/g, '\\$&')}"`
  return `${shown} <${address}>`
}

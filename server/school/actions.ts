import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { demoLogins, getSchoolLogoPath, type School } from '#contract/school/school.ts'
import {
  formatFixedSettingHint,
  type MailServerTest,
  type MailServerTestResult,
  mailAcceptedMessage,
  type SchoolSetting,
  type SchoolSettings,
  type SchoolSettingsChange,
  settingsRefusals,
  testMailFailedMessage,
} from '#contract/school/settings.ts'
import type { Db } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { tryToSend } from '#server/kit/mail/delivery/send-without-outbox.ts'
import { makeTestMail } from '#server/kit/mail/test-mail.ts'
import {
  getEffectiveSettings,
  type SchoolSettingValues,
} from '#server/kit/settings/effective-settings.ts'
import type { OidcSettings } from '#server/kit/settings/oidc.ts'
import { toLogo } from '#server/kit/settings/school.ts'
import { hasPeople } from '#server/people/actions.ts'
import { moveDueDatesOffHolidays } from '#server/reviews/due-dates-on-holidays.ts'
import { ensureSortKeys } from './ensure-sort-keys.ts'
import { deleteDemoFlag, hasAnySlot, hasDemoFlag } from './queries.ts'
import {
  emptySettings,
  hasAnyAbsence,
  hasAnyAvailability,
  lockStoredSettings,
  readSettingsVersion,
  readStoredSettings,
  updateStoredSettings,
} from './settings/queries.ts'
import { parseSmtpUrl, toSmtpUrl } from './settings/smtp-url.ts'
import {
  formatStoredHolidays,
  parseHolidays,
  toStoredHolidays,
} from './settings/stored-holidays.ts'

/**
 * Returns the school's name, logo, time zone and time. Demo logins are included only if the
 * settings ask for demo data and the database holds it (contract, section 7).
 */
export async function getSchool(context: Context): Promise<School> {
  await refreshSettings(context)
  const { db, clock, settings } = context
  const isDemo = settings.demo && (await hasDemoFlag(db))
  return {
    timeZone: settings.timeZone,
    now: toIsoInstant(clock()),
    name: settings.schoolName,
    logo: settings.schoolLogo ? getSchoolLogoPath(settings.schoolLogo.version) : null,
    bookableDays: settings.bookableDays,
    planEarliestDays: settings.planEarliestDays,
    holidays: [...settings.holidays],
    hasMailServer: settings.smtpUrl !== undefined,
    isSetUp: await hasPeople(context),
    demoLogins: isDemo ? demoLogins : null,
    oidc: toSignInOptions(settings.oidc),
  }
}

function toSignInOptions(oidc: OidcSettings | undefined): School['oidc'] {
  if (!oidc) return null
  const { name, passwordAdmin, canSignOut } = oidc
  return { name, isOnly: passwordAdmin !== undefined, canSignOut }
}

/** Whether the database was filled with demo data, whether or not it is served as a demo. */
export function isDemoSchool({ db }: Context): Promise<boolean> {
  return hasDemoFlag(db)
}

/** Removes the mark of a demo school. */
export async function clearDemoFlag({ db }: Context<Tx>): Promise<void> {
  await deleteDemoFlag(db)
}

type Row = Omit<Tables['school_settings'], 'id' | 'version'>

/**
 * Reloads the settings from the database if their version has changed: another process may have
 * changed them.
 */
export async function refreshSettings({ db, settings }: Context): Promise<void> {
  const version = (await readSettingsVersion(db))?.version ?? 0
  if (version === settings.schoolVersion) return
  const row = await readStoredSettings(db)
  const effective = getEffectiveSettings(settings.given, toSchoolOwn(row), settings.appUrl)
  Object.assign(settings, effective, { schoolVersion: row?.version ?? 0 })
}

export async function getSettings(context: Context): Promise<SchoolSettings> {
  return showSettings(context, await readStoredSettings(context.db))
}

/**
 * Changes the school's own settings for all processes; undefined keeps a value. Refuses settings
 * fixed by the environment, and another time zone once there are slots: existing slots would move,
 * and generated ones would be created again. Open reviews that are due on a new holiday become due
 * on the next day that is none.
 */
export async function saveSettings(
  context: Context<Tx>,
  change: SchoolSettingsChange,
): Promise<SchoolSettings> {
  refuseFixedSettings(context, change)
  const before = await lockStoredSettings(context.db)
  const after = applyChange(before, change)
  if (change.timeZone !== undefined && after.time_zone !== before.time_zone) {
    const { zoneStays } = settingsRefusals
    const isNew = change.timeZone !== getEffective(context, before).timeZone
    if (isNew && (await hasSchedule(context.db))) {
      throw new Refused(zoneStays, { errors: { timeZone: zoneStays.message } })
    }
  }
  await updateStoredSettings(context.db, after)
  // Setting a value to its default is not a change.
  const inPlace = (row: Row) => withDefaults(context, row)
  const audited = { before: toAuditValues(inPlace(before)), after: toAuditValues(inPlace(after)) }
  await recordAudit(context, { kind: 'school', id: 'own', ...audited })
  if (after.holidays !== before.holidays)
    await moveDueDatesOffHolidays(context, getEffective(context, after))
  // A process that fails here reloads them within a second, as the other processes do.
  context.afterCommit?.((around) =>
    refreshSettings(around)
      .then(() => ensureSortKeys(around))
      .catch(() => {}),
  )
  return showSettings(context, after)
}

/**
 * Sends a test mail with the given settings without saving them. Refuses settings fixed by the
 * environment, and if there would be no mail server.
 */
export async function tryMailServer(
  context: Context,
  { to, ...change }: MailServerTest,
): Promise<MailServerTestResult> {
  refuseFixedSettings(context, change)
  const kept = (await readStoredSettings(context.db)) ?? emptySettings
  const { smtpUrl, mailFrom: from } = getEffective(context, applyChange(kept, change))
  if (smtpUrl === undefined) throw new Refused(settingsRefusals.noMailServer)
  const mail = makeTestMail(to, context.settings)
  const { isTaken, answer } = await tryToSend(context, mail, { smtpUrl, from })
  return { message: isTaken ? mailAcceptedMessage : testMailFailedMessage, isTaken, answer }
}

export async function recordTestMail(context: Context<Tx>, to: string): Promise<void> {
  await recordAudit(context, { kind: 'mails', id: newId(), after: { kind: 'test', recipient: to } })
}

/** Refuses settings fixed by the environment, as a change would have no effect. */
function refuseFixedSettings({ settings }: Context, change: SchoolSettingsChange): void {
  const wrong = listFixedSettings(settings.given).filter((name) => change[name] !== undefined)
  if (wrong.length === 0) return
  const errors = Object.fromEntries(wrong.map((name) => [name, formatFixedSettingHint(name)]))
  throw new Refused(settingsRefusals.fixed, { errors })
}

function applyChange(before: Row, change: SchoolSettingsChange): Row {
  const { name, logo, timeZone, mailServer, mailFrom } = change
  const kept = before.smtp_url ?? undefined
  return {
    name: name ?? before.name,
    logo: logo === undefined ? before.logo : logo,
    time_zone: timeZone ?? before.time_zone,
    smtp_url:
      mailServer === undefined ? before.smtp_url : mailServer && toSmtpUrl(mailServer, kept),
    mail_from: mailFrom === undefined ? before.mail_from : mailFrom,
    bookable_days: change.bookableDays ?? before.bookable_days,
    plan_earliest_days: change.planEarliestDays ?? before.plan_earliest_days,
    plan_notice_hours: change.planNoticeHours ?? before.plan_notice_hours,
    language: change.language ?? before.language,
    phone_numbers: change.phoneNumbers ?? before.phone_numbers,
    holidays: change.holidays ? toStoredHolidays(change.holidays) : before.holidays,
  }
}

/** Converts the stored row to settings. */
function toSchoolOwn(row: Row | undefined): SchoolSettingValues {
  if (!row) return {}
  return {
    schoolName: row.name ?? undefined,
    schoolLogo: row.logo === null ? undefined : toLogo(Buffer.from(row.logo, 'base64')),
    timeZone: row.time_zone ?? undefined,
    smtpUrl: row.smtp_url ?? undefined,
    mailFrom: row.mail_from ?? undefined,
    bookableDays: row.bookable_days ?? undefined,
    language: row.language ?? undefined,
    phoneNumbers: row.phone_numbers ?? undefined,
    planEarliestDays: row.plan_earliest_days ?? undefined,
    planNoticeHours: row.plan_notice_hours ?? undefined,
    holidays: parseHolidays(row.holidays),
  }
}

function getEffective({ settings: { given, appUrl } }: Context, row: Row | undefined) {
  return getEffectiveSettings(given, toSchoolOwn(row), appUrl)
}

/** Fills the stored row's unset columns with the defaults. */
function withDefaults(context: Context, row: Row): Row {
  const used = getEffective(context, row)
  return {
    ...row,
    name: used.schoolName,
    time_zone: used.timeZone,
    bookable_days: used.bookableDays,
    language: used.language,
    phone_numbers: used.phoneNumbers,
    plan_earliest_days: used.planEarliestDays,
    plan_notice_hours: used.planNoticeHours,
  }
}

async function showSettings(context: Context, row: Row | undefined): Promise<SchoolSettings> {
  const { schoolName, schoolLogo, timeZone, smtpUrl, mailFrom, ...used } = getEffective(
    context,
    row,
  )
  const { bookableDays, planEarliestDays, planNoticeHours, language, holidays } = used
  return {
    name: schoolName,
    timeZone,
    sender: mailFrom,
    language,
    bookableDays,
    planEarliestDays,
    planNoticeHours,
    phoneNumbers: used.phoneNumbers,
    holidays: [...holidays],
    logo: schoolLogo ? getSchoolLogoPath(schoolLogo.version) : null,
    isZoneFree: !(await hasSchedule(context.db)),
    mailServer: smtpUrl === undefined ? null : parseSmtpUrl(smtpUrl),
    mailFrom: row?.mail_from ?? null,
    fixed: listFixedSettings(context.settings.given),
  }
}

/**
 * Stores the time zone of a school that has a schedule, so that its slots keep their times when the
 * environment no longer names the zone, as after a move to another machine.
 */
export async function keepTimeZone(context: Context): Promise<void> {
  const stored = await readStoredSettings(context.db)
  const isKept = stored?.time_zone === getEffective(context, stored).timeZone
  if (isKept || !(await hasSchedule(context.db))) return
  await inTransaction(context, async ({ db }) => {
    const { id: _, version: __, ...kept } = await lockStoredSettings(db)
    await updateStoredSettings(db, { ...kept, time_zone: getEffective(context, kept).timeZone })
  })
}

/** Whether there are slots, availability or absences, whose times belong to the school's zone. */
async function hasSchedule(db: Db): Promise<boolean> {
  return (await hasAnySlot(db)) || (await hasAnyAvailability(db)) || (await hasAnyAbsence(db))
}

function listFixedSettings(given: SchoolSettingValues): SchoolSetting[] {
  const isFixed: Record<SchoolSetting, boolean> = {
    name: given.schoolName !== undefined,
    logo: given.schoolLogo !== undefined,
    timeZone: given.timeZone !== undefined,
    mailServer: given.smtpUrl !== undefined,
    mailFrom: given.mailFrom !== undefined,
  }
  const all: SchoolSetting[] = ['name', 'logo', 'timeZone', 'mailServer', 'mailFrom']
  return all.filter((name) => isFixed[name])
}

/**
 * Returns the settings as the audit log shows them, without the logo's content; `recordAudit` masks
 * `mail_secret`.
 */
function toAuditValues({ logo, smtp_url, ...row }: Row) {
  const server = smtp_url === null ? null : new URL(smtp_url)
  return {
    name: row.name,
    time_zone: row.time_zone,
    mail_from: row.mail_from,
    bookable_days: row.bookable_days,
    plan_earliest_days: row.plan_earliest_days,
    plan_notice_hours: row.plan_notice_hours,
    language: row.language,
    phone_numbers: row.phone_numbers,
    holidays: formatStoredHolidays(row.holidays),
    logo: logo === null ? null : (toLogo(Buffer.from(logo, 'base64'))?.version ?? null),
    mail_server: server && `${server.protocol}//${server.host}`,
    mail_user: decodeURIComponent(server?.username ?? '') || null,
    mail_secret: server?.password || null,
  }
}

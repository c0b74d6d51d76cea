import {
  mapKinds,
  type NotificationKind,
  notificationKinds,
} from '#contract/kit/kinds/notification-kind.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { type Channels, channels } from '#contract/notifications/delivery/channels.ts'
import { getQuietHoursEnd } from '#contract/notifications/delivery/quiet-hours.ts'
import {
  ChannelsByKind,
  getKindsForRole,
  type NotificationSettings,
  type NotificationSettingsChange,
} from '#contract/notifications/delivery/settings.ts'
import { notificationDefinitions } from '#contract/notifications/notifications.ts'
import type { Tables } from '#server/database/tables.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { recordAudit, setAuditActor } from '#server/kit/call/audit.ts'
import type { Session } from '#server/kit/call/session/session.ts'
import type { Context } from '#server/kit/context.ts'
import { bringDeliveriesForward } from './queries.ts'
import { readSettings, readSettingsOfPeople, upsertSettings } from './settings-queries.ts'

type Row = Tables['notification_settings']

/** Batched mails wait this long for others, so that they are sent within five minutes. */
export const batchMs = 4 * minuteMs

/** A person's settings, with the channels of every kind of notification. */
export type Preferences = Omit<NotificationSettings, 'kinds'> & {
  kinds: Record<NotificationKind, Channels>
}

/** Returns a person's notification settings, with defaults for what they have not chosen. */
export async function getPreferences({ db }: Context, personId: string): Promise<Preferences> {
  return toPreferences(await readSettings(db, { personId }))
}

/** Like `getPreferences`, for several people, with whether a browser of theirs takes pushes. */
export async function getPreferencesOfPeople(
  { db }: Context,
  people: readonly string[],
): Promise<(personId: string) => Preferences & { hasBrowser: boolean }> {
  const rows = await readSettingsOfPeople(db, [...new Set(people)])
  const byPerson = new Map(rows.map((row) => [row.id, row]))
  return (personId) => {
    const row = byPerson.get(personId)
    return { ...toPreferences(row), hasBrowser: row?.has_browser === 1 }
  }
}

/**
 * Returns the time zone that a person's times are shown in: the school's unless they have chosen
 * another.
 */
export function getTimeZone({ settings }: Context, { timeZone }: Preferences): string {
  return timeZone ?? settings.timeZone
}

/** Returns a person's notification settings, with only the kinds that their role can get. */
export async function getSettings(
  context: Context,
  { personId, role }: Pick<Session, 'personId' | 'role'>,
): Promise<NotificationSettings> {
  return toSettings(role, await getPreferences(context, personId))
}

function toSettings(role: Session['role'], { kinds, ...rest }: Preferences): NotificationSettings {
  return { kinds: mapKinds(getKindsForRole(role), (kind) => kinds[kind]), ...rest }
}

/** Saves the given settings and returns all. */
export async function saveSettings(
  context: Context<Tx>,
  { personId, role }: Pick<Session, 'personId' | 'role'>,
  { kinds = {}, quietHours, weeklySummary, timeZone }: NotificationSettingsChange,
): Promise<NotificationSettings> {
  const chosen = await updatePreferences(context, personId, (before) => ({
    kinds: {
      ...before.kinds,
      ...mapKinds(getKindsForRole(role), (kind) => kinds[kind] ?? before.kinds[kind]),
    },
    quietHours: quietHours === undefined ? before.quietHours : quietHours,
    weeklySummary: weeklySummary === undefined ? before.weeklySummary : weeklySummary,
    timeZone: timeZone === undefined ? before.timeZone : timeZone,
  }))
  await releaseQuietHours(context, personId, chosen)
  return toSettings(role, chosen)
}

/** Mails and pushes held back by former quiet hours wait no longer than the new ones require. */
async function releaseQuietHours(
  context: Context<Tx>,
  personId: string,
  chosen: Preferences,
): Promise<void> {
  const now = context.clock()
  const { quietHours } = chosen
  const until =
    (quietHours && getQuietHoursEnd(quietHours, getTimeZone(context, chosen), now)) ?? now
  await bringDeliveriesForward(context.db, {
    personId,
    until,
    held: Math.max(until, now + batchMs),
  })
}

/** Switches off a person's mails of some kinds, from the link in a mail. */
export async function switchMailOff(
  context: Context<Tx>,
  personId: string,
  kinds: readonly NotificationKind[],
): Promise<void> {
  setAuditActor(context, personId)
  await updatePreferences(context, personId, (before) => ({
    ...before,
    kinds: {
      ...before.kinds,
      ...mapKinds(kinds, (kind) => ({ ...before.kinds[kind], mail: false })),
    },
  }))
}

/** Switches a person's weekly summary off. */
export async function switchSummaryOff(context: Context<Tx>, personId: string): Promise<void> {
  setAuditActor(context, personId)
  await updatePreferences(context, personId, (before) => ({ ...before, weeklySummary: null }))
}

async function updatePreferences(
  context: Context<Tx>,
  personId: string,
  choose: (before: Preferences) => Preferences,
): Promise<Preferences> {
  const { db, live } = context
  await advisoryLock(db, `notice settings of ${personId}`)
  const before = await getPreferences(context, personId)
  const after = choose(before)
  await upsertSettings(db, toRow(personId, after))
  await recordAudit(context, {
    kind: 'people',
    id: personId,
    before: toAuditValues(before),
    after: toAuditValues(after),
  })
  live.changed('notices', [personId])
  return after
}

type Kept = { [Column in keyof Omit<Row, 'person_id'>]: Row[Column] | null }

function toPreferences(row: Kept | undefined): Preferences {
  // Most people have chosen nothing.
  const kept = row?.channels == null ? {} : ChannelsByKind.parse(JSON.parse(row.channels))
  const { quiet_from: from = null, quiet_to: to = null } = row ?? {}
  return {
    kinds: mapKinds(
      notificationKinds,
      (kind) => kept[kind] ?? notificationDefinitions[kind].defaultChannels,
    ),
    quietHours: from === null || to === null ? null : { from, to },
    weeklySummary: row?.summary_weekday ?? null,
    timeZone: row?.zone ?? null,
  }
}

function toRow(personId: string, { kinds, quietHours, weeklySummary, timeZone }: Preferences): Row {
  return {
    person_id: personId,
    channels: JSON.stringify(mapKinds(findChangedKinds(kinds), (kind) => kinds[kind])),
    quiet_from: quietHours?.from ?? null,
    quiet_to: quietHours?.to ?? null,
    summary_weekday: weeklySummary,
    zone: timeZone,
  }
}

/** Returns the settings as the audit log shows them. */
function toAuditValues({ kinds, quietHours, weeklySummary, timeZone }: Preferences) {
  const changes = findChangedKinds(kinds).map((kind) => {
    const ways = channels.filter((channel) => kinds[kind][channel])
    return `${kind}: ${ways.join(' ') || 'none'}`
  })
  return {
    told_by: changes.join(', ') || null,
    quiet_hours: quietHours && `${quietHours.from} to ${quietHours.to}`,
    summary_weekday: weeklySummary,
    zone: timeZone,
  }
}

const findChangedKinds = (kinds: Preferences['kinds']) =>
  notificationKinds.filter(
    (kind) => !isSameChannels(kinds[kind], notificationDefinitions[kind].defaultChannels),
  )

const isSameChannels = (one: Channels, other: Channels) =>
  channels.every((channel) => one[channel] === other[channel])

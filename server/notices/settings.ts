import { forKinds, type NoticeKind, noticeKinds } from '#contract/kit/notice-kind.ts'
import { type Channels, channels } from '#contract/notices/channels.ts'
import { ByKind, kindsFor, type NoticeSettings } from '#contract/notices/settings.ts'
import { notices } from '#contract/notices.ts'
import type { Tables } from '#server/database/tables.ts'
import { type Tx, takeTurns } from '#server/database/transaction.ts'
import type { Session } from '#server/kit/call/session.ts'
import { note } from '#server/kit/call/trail.ts'
import type { Context } from '#server/kit/context.ts'
import { readSettings, upsertSettings } from './settings-queries.ts'

type Row = Tables['notice_settings']

/** What somebody has chosen, and of every kind of notice how they are told. */
export type Chosen = Omit<NoticeSettings, 'kinds'> & { kinds: Record<NoticeKind, Channels> }

/** How a person is told of things: as they have chosen, and else as it is at first. */
export async function findChosen({ db }: Context, personId: string): Promise<Chosen> {
  return chosenIn(await readSettings(db, { personId }))
}

/** The same for the person, with the kinds of notice alone that their role can get. */
export async function getSettings(
  context: Context,
  { personId, role }: Pick<Session, 'personId' | 'role'>,
): Promise<NoticeSettings> {
  const { kinds, ...rest } = await findChosen(context, personId)
  return { kinds: forKinds(kindsFor(role), (kind) => kinds[kind]), ...rest }
}

/** Saves what a person chooses, and returns all that they have chosen since. */
export async function saveSettings(
  context: Context<Tx>,
  { personId, role }: Pick<Session, 'personId' | 'role'>,
  { kinds = {}, ...wanted }: Partial<NoticeSettings>,
): Promise<NoticeSettings> {
  await takeTurns(context.db, `notice settings of ${personId}`)
  const before = await findChosen(context, personId)
  const own = kindsFor(role)
  const after: Chosen = {
    ...{ ...before, ...wanted },
    kinds: { ...before.kinds, ...forKinds(own, (kind) => kinds[kind] ?? before.kinds[kind]) },
  }
  const row = rowOf(personId, after)
  await upsertSettings(context.db, row)
  const { person_id: _, ...old } = rowOf(personId, before)
  const { person_id: __, ...now } = row
  await note(context, { kind: 'people', id: personId, before: old, after: now })
  context.live.changed('notices', [personId])
  return getSettings(context, { personId, role })
}

/** Switches the mails of some kinds off for a person, but for those that they cannot switch off. */
export async function switchMailOff(
  context: Context<Tx>,
  person: Pick<Session, 'personId' | 'role'>,
  kinds: readonly NoticeKind[],
): Promise<void> {
  const { kinds: now } = await findChosen(context, person.personId)
  const free = kinds.filter((kind) => !notices[kind].isSafety)
  await saveSettings(context, person, {
    kinds: forKinds(free, (kind) => ({ ...now[kind], mail: false })),
  })
}

function chosenIn(row: Row | undefined): Chosen {
  const kept = ByKind.parse(JSON.parse(row?.channels ?? '{}'))
  const { quiet_from: from = null, quiet_to: to = null } = row ?? {}
  return {
    kinds: forKinds(noticeKinds, (kind) => kept[kind] ?? notices[kind].usual),
    quietHours: from === null || to === null ? null : { from, to },
    weeklySummary: row?.summary_weekday ?? null,
    timeZone: row?.zone ?? null,
  }
}

function rowOf(personId: string, { kinds, quietHours, weeklySummary, timeZone }: Chosen): Row {
  const others = noticeKinds.filter((kind) => !isSame(kinds[kind], notices[kind].usual))
  return {
    person_id: personId,
    channels: JSON.stringify(forKinds(others, (kind) => kinds[kind])),
    ...{ quiet_from: quietHours?.from ?? null, quiet_to: quietHours?.to ?? null },
    ...{ summary_weekday: weeklySummary, zone: timeZone },
  }
}

const isSame = (one: Channels, other: Channels) =>
  channels.every((channel) => one[channel] === other[channel])

import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { forKinds, type NoticeKind, noticeKinds } from '../kit/notice-kind.ts'
import { daysAWeek, isTimeZone } from '../kit/zone.ts'
import { notices } from '../notices.ts'
import { abilities, forRoles, type Role } from '../roles.ts'
import { ClockTime } from '../slots.ts'
import { alwaysOn, Channels } from './channels.ts'
import { noticeSettingsPath } from './list.ts'

export const noticeMessages = {
  time: 'Please give a time',
  sameTime: 'Quiet hours must end at another time than they begin',
  unknownZone: 'This zone is not known',
  alwaysOn: 'What keeps your account safe is always told on the page and by mail',
  saved: 'Your settings are saved.',
} as const

/** The kinds of notice that a role can get. */
export function kindsFor(role: Role): NoticeKind[] {
  const isTold = (kind: NoticeKind) => {
    const told: readonly Role[] = notices[kind].to
    return told.includes(role)
  }
  return noticeKinds.filter(isTold)
}

/** By kind of notice in which ways it is told; what is none of the kinds is left out. */
export const ByKind = z.object(forKinds(noticeKinds, () => Channels.optional()))

const Kinds = ByKind.superRefine((chosen, context) => {
  for (const kind of noticeKinds) {
    const ways = chosen[kind]
    if (!ways || !notices[kind].isSafety || alwaysOn.every((channel) => ways[channel])) continue
    context.addIssue({ code: 'custom', path: [kind], message: noticeMessages.alwaysOn })
  }
})

const QuietHours = z
  .object({ from: ClockTime(noticeMessages.time), to: ClockTime(noticeMessages.time) })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: noticeMessages.sameTime })
export type QuietHours = z.infer<typeof QuietHours>

/** How somebody is told of things. */
export const NoticeSettings = z.object({
  kinds: Kinds,
  /** By the person's own clock, over midnight too; what is about bookings and accounts comes anyway. */
  quietHours: QuietHours.nullable(),
  /** On which day, from 1 (Monday), a summary of the week comes by mail; null for none. */
  weeklySummary: z.number().int().min(1).max(daysAWeek).nullable(),
  /** In which zone times are told; null for the school's. */
  timeZone: z.string().max(100).refine(isTimeZone, noticeMessages.unknownZone).nullable(),
})
export type NoticeSettings = z.infer<typeof NoticeSettings>

const SomeNoticeSettings = NoticeSettings.partial()
export type SomeNoticeSettings = z.infer<typeof SomeNoticeSettings>

export const getNoticeSettings = forRoles(abilities['be told'], (role) =>
  endpoint({
    role,
    may: 'be told',
    method: 'GET',
    path: noticeSettingsPath,
    summary: 'How the caller is told of things: by kind, quiet hours, weekly summary and zone',
    reply: NoticeSettings,
  }),
)

export const saveNoticeSettings = forRoles(abilities['be told'], (role) =>
  endpoint({
    role,
    may: 'be told',
    method: 'PUT',
    path: noticeSettingsPath,
    summary: 'Sets how the caller is told of things; what is not given stays as it is',
    body: z.object({ value: SomeNoticeSettings }),
    reply: z.object({ message: z.string(), settings: NoticeSettings }),
  }),
)

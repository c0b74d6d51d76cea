import { expect, test } from 'vitest'
import { notificationKinds } from '#contract/kit/kinds/notification-kind.ts'
import { everywhere } from '#contract/notifications/delivery/channels.ts'
import { kindsFor } from '#contract/notifications/delivery/settings.ts'
import { notificationTexts } from '#contract/notifications.ts'
import { roles } from '#contract/roles.ts'
import {
  filterKindsByGroup,
  formatChannels,
  getMailTiming,
  notificationGroups,
  setChannelForKinds,
} from './groups.ts'

test('each kind is in one group, whose kinds are mailed alike', () => {
  for (const role of roles) {
    const groups = notificationGroups.map((group) => filterKindsByGroup(group, kindsFor(role)))
    expect(groups.flat().sort()).toEqual(kindsFor(role).sort())
    for (const kinds of groups) {
      expect(new Set(kinds.map((kind) => notificationTexts[kind].mail)).size).toBeLessThan(2)
      expect(new Set(kinds.map((kind) => getMailTiming([kind]))).size).toBeLessThan(2)
    }
  }
  expect(
    notificationKinds.flatMap((kind) =>
      notificationGroups.filter((one) => filterKindsByGroup(one, [kind]).length > 0),
    ),
  ).toHaveLength(notificationKinds.length)
})

test('a collapsed group shows its channels', () => {
  const kinds = ['booked', 'moved'] as const
  const all = { booked: everywhere, moved: everywhere }
  expect(formatChannels(kinds, all)).toBe('App, mail, browser')
  const some = { ...all, moved: { page: false, mail: true, push: false } }
  expect(formatChannels(kinds, some)).toBe('App 1 of 2, mail, browser 1 of 2')
  const none = { page: false, mail: false, push: false }
  expect(formatChannels(kinds, { booked: none, moved: none })).toBe('Off')
})

test('a channel is switched for a whole group, except for account security', () => {
  const kinds = ['password-changed', 'new-browser'] as const
  const all = { 'password-changed': everywhere, 'new-browser': everywhere, booked: everywhere }
  expect(setChannelForKinds(kinds, all, { channel: 'mail', on: false })).toEqual(all)
  expect(setChannelForKinds(kinds, all, { channel: 'push', on: false })).toEqual({
    'password-changed': { ...everywhere, push: false },
    'new-browser': { ...everywhere, push: false },
    booked: everywhere,
  })
})

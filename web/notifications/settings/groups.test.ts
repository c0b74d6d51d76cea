import { expect, test } from 'vitest'
import { notificationKinds } from '#contract/kit/kinds/notification-kind.ts'
import { allChannels } from '#contract/notifications/delivery/channels.ts'
import { getKindsForRole } from '#contract/notifications/delivery/settings.ts'
import { notificationDefinitions } from '#contract/notifications/notifications.ts'
import { roles } from '#contract/roles.ts'
import {
  filterKindsByGroup,
  formatChannels,
  getMailTiming,
  notificationGroups,
  setChannelForKinds,
} from './groups.ts'

test('each kind is in one group, whose kinds are emailed alike', () => {
  for (const role of roles) {
    const groups = notificationGroups.map((group) =>
      filterKindsByGroup(group, getKindsForRole(role)),
    )
    expect(groups.flat().sort()).toEqual(getKindsForRole(role).sort())
    for (const kinds of groups) {
      expect(new Set(kinds.map((kind) => notificationDefinitions[kind].mail)).size).toBeLessThan(2)
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
  const all = { booked: allChannels, moved: allChannels }
  expect(formatChannels(kinds, all)).toBe('App, email, browser')
  const some = { ...all, moved: { page: false, mail: true, push: false } }
  expect(formatChannels(kinds, some)).toBe('App 1 of 2, email, browser 1 of 2')
  const none = { page: false, mail: false, push: false }
  expect(formatChannels(kinds, { booked: none, moved: none })).toBe('Off')
})

test('a channel is switched for a whole group, except for account security', () => {
  const kinds = ['password-changed', 'new-browser'] as const
  const all = { 'password-changed': allChannels, 'new-browser': allChannels, booked: allChannels }
  expect(setChannelForKinds(kinds, all, { channel: 'mail', on: false })).toEqual(all)
  expect(setChannelForKinds(kinds, all, { channel: 'push', on: false })).toEqual({
    'password-changed': { ...allChannels, push: false },
    'new-browser': { ...allChannels, push: false },
    booked: allChannels,
  })
})

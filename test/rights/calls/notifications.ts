import { roles } from '#contract/roles.ts'
import { makeFakeBrowser } from '#test/push/fake-browser.ts'
import { each, type KnownCall, nothing } from '../describe-call.ts'

/** Notifications and their settings. */
export const noticeCalls: [string, KnownCall][] = [
  ...each(roles, 'GET /notices', () => nothing),
  ...each(roles, 'GET /unread-notices', () => nothing),
  ...each(roles, 'GET /notice-settings', () => nothing),
  ...each(roles, 'PUT /notice-settings', () => ({
    input: () => ({ body: { value: { weeklySummary: 1 } } }),
    reaches: 'nothing',
  })),
  // Other people's ids are ignored (server/notifications/notifications.test.ts).
  ...each(roles, 'PUT /read-notices', () => ({
    input: () => ({ body: { value: { ids: 'all' } } }),
    reaches: 'nothing',
  })),
  ...each(roles, 'GET /push-key', () => nothing),
  ...each(roles, 'PUT /push-subscription', (role) => ({
    input: ({ domain }) => ({
      body: {
        value: { endpoint: `https://push.test/${role}/${domain}`, keys: makeFakeBrowser().keys },
      },
    }),
    reaches: 'nothing',
  })),
  ...each(roles, 'PUT /end-push', () => nothing),
]

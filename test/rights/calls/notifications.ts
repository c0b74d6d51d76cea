import { roles } from '#contract/roles.ts'
import { makeFakeBrowser } from '#test/push/fake-browser.ts'
import { forRoles, type KnownCall, reachesNothing } from '../describe-call.ts'

/** Notifications and their settings. */
export const notificationCalls: [string, KnownCall][] = [
  ...forRoles(roles, 'GET /notices', () => reachesNothing),
  ...forRoles(roles, 'GET /unread-notices', () => reachesNothing),
  ...forRoles(roles, 'GET /notice-settings', () => reachesNothing),
  ...forRoles(roles, 'PUT /notice-settings', () => ({
    input: () => ({ body: { value: { weeklySummary: 1 } } }),
    reaches: 'nothing',
  })),
  // Other people's ids are ignored (server/notifications/notifications.test.ts).
  ...forRoles(roles, 'PUT /read-notices', () => ({
    input: () => ({ body: { value: { ids: 'all' } } }),
    reaches: 'nothing',
  })),
  ...forRoles(roles, 'GET /push-key', () => reachesNothing),
  ...forRoles(roles, 'PUT /push-subscription', (role) => ({
    input: ({ domain }) => ({
      body: {
        value: { endpoint: `https://push.test/${role}/${domain}`, keys: makeFakeBrowser().keys },
      },
    }),
    reaches: 'nothing',
  })),
  ...forRoles(roles, 'PUT /end-push', () => reachesNothing),
]

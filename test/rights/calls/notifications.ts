import { roles } from '#contract/roles.ts'
import { makeFakeBrowser } from '#test/push/fake-browser.ts'
import { type KnownCall, reachesNothing, repeatForRoles } from '../describe-call.ts'

/** Notifications and their settings. */
export const notificationCalls: [string, KnownCall][] = [
  ...repeatForRoles(roles, 'GET /notices', () => reachesNothing),
  ...repeatForRoles(roles, 'GET /unread-notices', () => reachesNothing),
  ...repeatForRoles(roles, 'GET /notice-settings', () => reachesNothing),
  ...repeatForRoles(roles, 'PUT /notice-settings', () => ({
    input: () => ({ body: { value: { weeklySummary: 1 } } }),
    reaches: 'nothing',
  })),
  // Other people's ids are ignored (server/notifications/notifications.test.ts).
  ...repeatForRoles(roles, 'PUT /read-notices', () => ({
    input: () => ({ body: { value: { ids: 'all' } } }),
    reaches: 'nothing',
  })),
  ...repeatForRoles(roles, 'GET /push-key', () => reachesNothing),
  ...repeatForRoles(roles, 'PUT /push-subscription', (role) => ({
    input: ({ domain }) => ({
      body: {
        value: { endpoint: `https://push.test/${role}/${domain}`, keys: makeFakeBrowser().keys },
      },
    }),
    reaches: 'nothing',
  })),
  ...repeatForRoles(roles, 'PUT /end-push', () => reachesNothing),
]

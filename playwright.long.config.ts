import { desktop, phone } from './e2e/kit/browser-options.ts'
import { atDesk, excludedTags, onPhone } from './e2e/kit/tags.ts'
import base from './playwright.config.ts'

/**
 * The journeys in which a browser's own habits matter: files that do not come, what is fetched when,
 * sessions, focus, and a call.
 */
const ownHabits = [
  ...['people/add-people-and-domains', 'accounts/stay-signed-in', 'calls/hold-a-review'],
  ...['shell/by-keyboard', 'shell/code-that-is-missing', 'shell/first-visit'],
  'shell/when-things-fail',
].map((name) => `**/e2e/${name}.spec.ts`)

const everyScreen = '**/e2e/shell/every-screen.spec.ts'

/** Proofs that take their time: lines cut for long, a real relay, every role, every journey on a phone. */
export default {
  ...base,
  use: { ...base.use, contextOptions: {} },
  timeout: 180_000,
  grepInvert: [],
  metadata: { isThorough: true },
  projects: [
    // What is timed or has a line judged, with nothing else at work: `npm run test:long` runs it at
    // the end.
    {
      name: 'alone',
      testMatch: '**/e2e/alone/*.spec.ts',
      workers: 1,
      use: desktop,
    },
    {
      name: 'alone-phone',
      testMatch: '**/e2e/alone/*.spec.ts',
      // A line is the same at any width.
      testIgnore: '**/e2e/alone/through-{a-relay,caddy-and-coturn}.spec.ts',
      workers: 1,
      use: phone,
    },
    // What each journey of the specification takes, by keyboard, pointer and finger.
    { name: 'journeys', testMatch: '**/e2e/journeys/*.spec.ts', workers: 2, use: desktop },
    { name: 'long', testMatch: '**/e2e/long/*.spec.ts', workers: 1, use: desktop },
    // What `npm test` shows as one role, on a phone alone, or not at all.
    {
      name: 'left-out',
      grep: new RegExp([...excludedTags, onPhone].join('|')),
      testIgnore: everyScreen,
      use: desktop,
    },
    // And every screen with a pointer, in dark, at each width, in a wide font and at 200 % too.
    { name: 'desktop', testMatch: everyScreen, use: desktop },
    // The journeys once more where not Chromium shows them.
    ...(['firefox', 'webkit'] as const).map((engineName) => ({
      name: engineName,
      testMatch: '**/e2e/other-browsers/*.spec.ts',
      // WebKit as Debian builds it has no calls.
      testIgnore: engineName === 'webkit' ? '**/call-with-chromium.spec.ts' : [],
      use: { ...desktop, engineName },
      // A whole browser for each worker: each is slow where other programs are at work, too.
      workers: 2,
      timeout: 300_000,
      expect: { timeout: 30_000 },
    })),
    { name: 'own-habits', testMatch: ownHabits, timeout: 60_000, use: desktop },
    {
      name: 'phone',
      grepInvert: new RegExp(atDesk),
      // What these show is the same at any width.
      testIgnore: [
        'calls/a-call-comes-back',
        'shell/by-keyboard',
        'calls/check-devices',
        'calls/in-the-call',
        'accounts/invitations-by-mail',
        'calls/with-an-older-client',
        'shell/one-address-page-and-call',
        'accounts/stay-signed-in',
        'calls/without-a-camera',
        'calls/without-permission',
      ].map((name) => `e2e/${name}.spec.ts`),
      use: phone,
    },
  ],
}

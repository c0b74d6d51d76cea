import base, { desktop, phone } from './playwright.config.ts'

/** Proofs that take their time: lines cut for long, a real relay, every journey on a phone. */
export default {
  ...base,
  timeout: 180_000,
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
      testIgnore: '**/e2e/alone/through-a-relay.spec.ts',
      workers: 1,
      use: phone,
    },
    { name: 'long', testMatch: '**/e2e/long/*.spec.ts', workers: 1, use: desktop },
    {
      name: 'phone',
      // What these show is the same at any width.
      testIgnore: [
        'a-call-comes-back',
        'a-week-is-repeated',
        'by-keyboard',
        'check-devices',
        'in-the-call',
        'invitations-by-mail',
        'one-address-page-and-call',
        'stay-signed-in',
        'without-a-camera',
        'without-a-session',
        'without-permission',
        'wrong-clock',
      ].map((name) => `e2e/${name}.spec.ts`),
      use: phone,
    },
  ],
}
